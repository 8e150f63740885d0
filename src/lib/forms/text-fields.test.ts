import { expect, test } from 'vitest';
import { emailKey } from './text-fields.ts';

test('email addresses are accepted, including international ones', () => {
  const addresses = [
    'name@example.org',
    'first.last+tag@sub.example.co.uk',
    'käthe@bücher.example',
    'иван@почта.рф',
    "o'neill@example.org",
    'a@xn--bcher-kva.example',
  ];

  for (const address of addresses) expect(emailKey(address), address).toBeDefined();
});

test('invalid and ambiguous email addresses are refused', () => {
  const texts = [
    '',
    '@',
    'name',
    'name@',
    '@example.org',
    'name@example',
    'name@example.org, other@example.org',
    'Name <name@example.org>',
    'name@example.org\nBcc: x@example.org',
    'na me@example.org',
    '"quoted"@example.org',
    'name@127.0.0.1',
    'name@[::1]',
    'name@example.org:80',
    'name@exa/mple.org',
    'a..b@example.org',
    'name@-x.example',
    `${'x'.repeat(65)}@example.org`,
    `name@${'x'.repeat(250)}.org`,
    `name@a${'\u0301\u0316'.repeat(16)}.org`,
    `a${'\u0301\u0316'.repeat(16)}@example.org`,
  ];

  for (const text of texts) expect(emailKey(text), JSON.stringify(text)).toBeUndefined();
});

test('emailKey is the same for spellings of one address and differs for different addresses', () => {
  expect(emailKey('Name@Bücher.Example')).toBe(emailKey('name@xn--bcher-kva.example'));
  expect(emailKey('name@example.org')).not.toBe(emailKey('nam@example.org'));
});
