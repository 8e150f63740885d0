import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientKey, createClientAddress, parseTrustedProxies } from './client-address.ts';

const behindLoopback = createClientAddress({ trustedProxies: ['loopback', '10.0.0.0/8'] });
const publicAddress = fc
  .ipV4()
  .filter((address) => !address.startsWith('127.') && !address.startsWith('10.'));
const noise = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom(...'"\\;,=[]:. for_unknown1290af') }),
  fc.constantFrom('for=9.9.9.9;by="', 'for="', '9.9.9.9', 'for=9.9.9.9', '\\"', 'for="[2001:db8::9]:80'),
);

test('ignores forwarding headers from a socket that is not a trusted proxy', () => {
  fc.assert(
    fc.property(publicAddress, noise, noise, (socket, simple, standard) => {
      const headers = { 'x-forwarded-for': simple, forwarded: standard };

      expect(behindLoopback(socket, headers)).toBe(socket);
    }),
  );
});

test('a client behind a trusted proxy cannot change its address with X-Forwarded-For', () => {
  fc.assert(
    fc.property(publicAddress, noise, (seen, sent) => {
      expect(behindLoopback('127.0.0.1', { 'x-forwarded-for': `${sent}, ${seen}` })).toBe(seen);
      expect(behindLoopback('127.0.0.1', { 'x-forwarded-for': [sent, seen] })).toBe(seen);
    }),
  );
});

test('a client behind a trusted proxy cannot change its address with Forwarded', () => {
  fc.assert(
    fc.property(publicAddress, noise, fc.boolean(), (seen, sent, quoted) => {
      const appended = quoted ? `for="${seen}:4711";proto=https` : `by=_edge;FOR=${seen}`;

      expect(behindLoopback('127.0.0.1', { forwarded: `${sent}, ${appended}` })).toBe(seen);
    }),
  );
});

test.each([
  ['192.0.2.1', { 'x-forwarded-for': '9.9.9.9' }, '192.0.2.1'],
  ['127.0.0.1', {}, '127.0.0.1'],
  ['127.0.0.1', { 'x-forwarded-for': '192.0.2.7, 10.1.2.3' }, '192.0.2.7'],
  ['::ffff:127.0.0.1', { 'x-forwarded-for': '::ffff:192.0.2.7' }, '192.0.2.7'],
  ['127.0.0.1', { 'x-forwarded-for': '10.9.9.9, 10.1.2.3' }, '10.9.9.9'],
  ['127.0.0.1', { 'x-forwarded-for': '192.0.2.7, unknown, 10.1.2.3' }, '10.1.2.3'],
  ['127.0.0.1', { 'x-forwarded-for': '192.0.2.7:5044' }, '192.0.2.7'],
  ['127.0.0.1', { 'x-forwarded-for': '[2001:db8::7]:5044' }, '2001:db8::7'],
  ['127.0.0.1', { 'x-forwarded-for': '2001:DB8:0::7' }, '2001:db8::7'],
  ['127.0.0.1', { 'x-forwarded-for': '0300.0.2.7' }, '127.0.0.1'],
  ['127.0.0.1', { 'x-forwarded-for': '' }, '127.0.0.1'],
  ['127.0.0.1', { 'x-forwarded-for': '192.0.2.7,' }, '192.0.2.7'],
  ['127.0.0.1', { 'x-forwarded-for': ['192.0.2.7', ''] }, '192.0.2.7'],
  ['127.0.0.1', { 'x-forwarded-for': ' ,192.0.2.7,\t, 10.1.2.3 , ' }, '192.0.2.7'],
  ['127.0.0.1', { forwarded: 'for=192.0.2.60, , for=10.1.2.3,' }, '192.0.2.60'],
  ['127.0.0.1', { forwarded: 'for="[2001:db8:cafe::17]:4711"' }, '2001:db8:cafe::17'],
  ['127.0.0.1', { forwarded: 'for=192.0.2.60;proto=http;by=203.0.113.43' }, '192.0.2.60'],
  ['127.0.0.1', { forwarded: 'For=192.0.2.60, for=10.1.2.3' }, '192.0.2.60'],
  ['127.0.0.1', { forwarded: 'for=192.0.2.60, for=_hidden, for=10.1.2.3' }, '10.1.2.3'],
  ['127.0.0.1', { forwarded: 'for=unknown' }, '127.0.0.1'],
  ['127.0.0.1', { forwarded: 'for=192.0.2.60;for=192.0.2.61' }, '127.0.0.1'],
  ['127.0.0.1', { forwarded: 'by=192.0.2.60' }, '127.0.0.1'],
  ['127.0.0.1', { forwarded: ['for=192.0.2.60', 'for=10.1.2.3'] }, '192.0.2.60'],
  ['127.0.0.1', { forwarded: 'for=9.9.9.9', 'x-forwarded-for': '192.0.2.7' }, '192.0.2.7'],
  [undefined, { 'x-forwarded-for': '192.0.2.7' }, 'unknown'],
])('a socket at %s with the headers %j gives the client %s', (socket, headers, expected) => {
  const client = behindLoopback(socket, headers);

  expect(client).toBe(expected);
});

test('joins several header lines of a web request into one list', () => {
  const headers = new Headers();
  headers.append('X-Forwarded-For', '192.0.2.7');
  headers.append('X-Forwarded-For', '10.1.2.3');

  const client = behindLoopback('127.0.0.1', headers);

  expect(client).toBe('192.0.2.7');
});

test('addresses in the same IPv6 /64 have the same key, and the next /64 has another', () => {
  const group = fc.nat(0xffff).map((value) => value.toString(16));
  fc.assert(
    fc.property(
      fc.tuple(group, group, group, group),
      fc.tuple(group, group, group, group),
      (lower, other) => {
        const first = clientKey(`2001:db8:1:2:${lower.join(':')}`);

        expect(clientKey(`2001:db8:1:2:${other.join(':')}`)).toBe(first);
        expect(clientKey(`2001:db8:1:3:${lower.join(':')}`)).not.toBe(first);
      },
    ),
  );
  expect(clientKey('2001:db8:1:2::99')).toBe('2001:db8:1:2::/64');
});

test('the key of an IPv4 address, IPv4-mapped or not, is the address, and the key of a key is unchanged', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(clientKey(address)).toBe(address);
      expect(clientKey(`::ffff:${address}`)).toBe(address);
    }),
  );
  expect(clientKey(clientKey('2001:db8::1'))).toBe('2001:db8::/64');
});

test('parses addresses, CIDR ranges, range names and `none`', () => {
  expect(parseTrustedProxies('')).toEqual([]);
  expect(parseTrustedProxies('none')).toEqual([]);
  expect(parseTrustedProxies(' loopback, 192.0.2.1,2001:db8::/32 ')).toEqual([
    'loopback',
    '192.0.2.1',
    '2001:db8::/32',
  ]);
});

test.each([
  ['localhost', /"localhost" is not an address, a CIDR range or one of loopback/],
  ['loopback, 10.0.0.0/33', /"10\.0\.0\.0\/33" needs a prefix length of 0 to 32/],
  ['::1/129', /0 to 128/],
  ['10.0.0.0/', /prefix length/],
  ['10.0.0.0/8/8', /is not an address/],
  ['10.0.0', /is not an address/],
  ['toString', /is not an address/],
  ['::ffff:10.0.0.0/8', /96 to 128/],
])('refuses %s as a trusted proxy, with the reason', (text, reason) => {
  expect(() => parseTrustedProxies(text)).toThrow(reason);
});

test('an IPv4-mapped network trusts the IPv4 addresses in it', () => {
  const client = createClientAddress({ trustedProxies: ['::ffff:10.0.0.0/104'] });

  expect(client('10.2.3.4', { 'x-forwarded-for': '192.0.2.7' })).toBe('192.0.2.7');
  expect(client('11.2.3.4', { 'x-forwarded-for': '192.0.2.7' })).toBe('11.2.3.4');
});
