import { expect, test } from 'vitest';
import { hashMailbox } from './mailbox-key.ts';

const of = (address: string) => hashMailbox(address, 'a secret');

test.each([
  'ANA@example.org',
  'ana@EXAMPLE.org',
  'ana+x@example.org',
  'Ana+a+b@example.org',
  'ana+@example.org',
])('%s has the same key as ana@example.org', (address) => {
  expect(of(address)).toBe(of('ana@example.org'));
});

test('a domain has the same key in Unicode and ASCII', () => {
  expect(of('zoe@bücher.example')).toBe(of('zoe@xn--bcher-kva.example'));
});

test.each(['anna@example.org', 'ana@example.com', '+ana@example.org', 'ana.x@example.org'])(
  '%s has a different key from ana@example.org',
  (address) => {
    expect(of(address)).not.toBe(of('ana@example.org'));
  },
);

test('the key does not contain the address and depends on the secret', () => {
  expect(of('ana@example.org')).toMatch(/^[\w-]{22}$/);
  expect(hashMailbox('ana@example.org', 'another secret')).not.toBe(of('ana@example.org'));
});
