import type { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { hostInUrl, loopbackAddress } from './loopback.ts';

type Interfaces = ReturnType<typeof networkInterfaces>;

const interfacesWith = (...addresses: string[]) =>
  ({ lo: addresses.map((address) => ({ address })) }) as unknown as Interfaces;

test.each([
  ['both', ['127.0.0.1', '::1'], '127.0.0.1'],
  ['IPv4 only', ['127.0.0.1'], '127.0.0.1'],
  ['IPv6 only', ['::1', 'fd00::2'], '::1'],
])('a machine with %s reaches itself', (_, addresses, expected) => {
  expect(loopbackAddress(interfacesWith(...addresses))).toBe(expected);
});

test('an IPv6 address has brackets in a URL', () => {
  expect([hostInUrl('::1'), hostInUrl('localhost')]).toEqual(['[::1]', 'localhost']);
});
