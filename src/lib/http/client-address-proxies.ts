import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

const namedRanges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Parses an IP address. Rejects octal and short forms, drops the zone, and turns IPv4-mapped IPv6 into IPv4.
 * Returns undefined if the text is not an address.
 */
export function parseAddress(text: string): Address | undefined {
  if (isIP(text) === 0) return undefined;
  const address = ipaddr.parse(text.replace(/%.*$/, ''));
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) return address.toIPv4Address();
  return address;
}

/**
 * Parses the setting: addresses, CIDR ranges and the names loopback, linklocal and uniquelocal, separated by
 * commas. Empty or `none` trusts no proxy.
 * @throws Error with the first invalid entry and the problem with it
 */
export function parseTrustedProxies(text: string): string[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.length === 1 && entries[0] === 'none') return [];
  for (const entry of entries) readRanges(entry);
  return entries;
}

/**
 * Creates a check for whether an address belongs to a trusted proxy.
 * @throws Error like `parseTrustedProxies`
 */
export function createProxyCheck(trustedProxies: readonly string[]): (address: Address) => boolean {
  const ranges = trustedProxies.flatMap(readRanges);
  return (address) =>
    ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

function readRanges(entry: string): [Address, number][] {
  const named = Object.hasOwn(namedRanges, entry) ? namedRanges[entry] : undefined;
  return named ? named.map(readRange) : [readRange(entry)];
}

function readRange(entry: string): [Address, number] {
  const [addressText = '', bitsText, ...rest] = entry.split('/');
  const address = parseAddress(addressText);
  if (address === undefined || rest.length > 0) {
    const names = Object.keys(namedRanges).join(', ');
    throw new Error(`"${entry}" is not an address, a CIDR range or one of ${names}`);
  }
  const width = address.kind() === 'ipv4' ? 32 : 128;
  if (bitsText === undefined) return [address, width];
  // The prefix length of an IPv4-mapped network includes the 96 bits before the IPv4 address.
  const offset = width === 32 && addressText.includes(':') ? 96 : 0;
  const bits = /^\d{1,3}$/.test(bitsText) ? Number(bitsText) - offset : -1;
  if (bits < 0 || bits > width) {
    throw new Error(`"${entry}" needs a prefix length of ${offset} to ${width + offset} after the slash`);
  }
  return [address, bits];
}
