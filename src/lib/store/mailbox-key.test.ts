import { expect, test } from 'vitest';
import { hashMailbox } from './mailbox-key.ts';

const of = (address: string) => hashMailbox(address, 'a secret');

test.each([
  'ANA@example.org',
  'ana@EXAMPLE.org',
  'ana+x@example.org',
  'Ana+a+b@example.org',
  'ana+@example.org',
])('%s is the mailbox of ana@example.org', (address) => {
  expect(of(address)).toBe(of('ana@example.org'));
});

test('a domain is the same in Unicode and in ASCII', () => {
  expect(of('zoe@bücher.example')).toBe(of('zoe@xn--bcher-kva.example'));
});

test.each(['anna@example.org', 'ana@example.com', '+ana@example.org', 'ana.x@example.org'])(
  '%s is another mailbox than ana@example.org',
  (address) => {
    expect(of(address)).not.toBe(of('ana@example.org'));
  },
);

test('the key holds no address and needs the secret', () => {
  expect(of('ana@example.org')).toMatch(/^[\w-]{22}$/);
  expect(hashMailbox('ana@example.org', 'another secret')).not.toBe(of('ana@example.org'));
});
