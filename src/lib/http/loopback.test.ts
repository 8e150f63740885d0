import { expect, test } from 'vitest';
import { hostInUrl, loopbackAddress } from './loopback.ts';

const interfacesWith =
  (...addresses: string[]) =>
  () => ({ lo: addresses.map((address) => ({ address })) });

test.each([
  ['both', ['127.0.0.1', '::1'], '127.0.0.1'],
  ['IPv4 only', ['127.0.0.1'], '127.0.0.1'],
  ['IPv6 only', ['::1', 'fd00::2'], '::1'],
])('a machine with %s reaches itself', (_, addresses, expected) => {
  expect(loopbackAddress(interfacesWith(...addresses))).toBe(expected);
});

test('a machine that does not tell its addresses, as under systemd without AF_NETLINK, has 127.0.0.1', () => {
  const address = loopbackAddress(() => {
    throw new Error('uv_interface_addresses returned Unknown system error 97');
  });

  expect(address).toBe('127.0.0.1');
});

test('an IPv6 address has brackets in a URL', () => {
  expect([hostInUrl('::1'), hostInUrl('localhost')]).toEqual(['[::1]', 'localhost']);
});
