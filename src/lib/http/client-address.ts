import ipaddr from 'ipaddr.js';
import { forwardedAddresses, type RequestHeaders } from './client-address-forwarded.ts';
import { createProxyCheck, parseAddress } from './client-address-proxies.ts';

export { parseTrustedProxies } from './client-address-proxies.ts';

/** Returns the client's full address, for the bot challenge. Rate limits count by `clientKey` instead. */
export type ClientAddress = (socketAddress: string | undefined, headers: RequestHeaders) => string;

/**
 * Creates the function that finds the client's address: that of the socket or, if the socket is a trusted proxy, the
 * right-most address in X-Forwarded-For or Forwarded that does not belong to a trusted proxy. An invalid entry ends the
 * search at the last valid address, because entries further left cannot be trusted. Returns `unknown` for a socket
 * without an address (a Unix socket).
 * @throws Error if a proxy is not an address, a CIDR range or a known name
 */
export function createClientAddress({
  trustedProxies,
}: {
  trustedProxies: readonly string[];
}): ClientAddress {
  const isTrusted = createProxyCheck(trustedProxies);
  return (socketAddress, headers) => {
    let client = parseAddress(socketAddress ?? '');
    if (client === undefined) return 'unknown';
    if (!isTrusted(client)) return client.toString();
    for (const hop of forwardedAddresses(headers)) {
      if (hop === undefined) break;
      client = hop;
      if (!isTrusted(hop)) break;
    }
    return client.toString();
  };
}

/** Creates a check for whether a socket belongs to a trusted proxy. @throws Error like `createClientAddress` */
export function createIsProxy(trustedProxies: readonly string[]): (socketAddress: string) => boolean {
  const isTrusted = createProxyCheck(trustedProxies);
  return (socketAddress) => {
    const address = parseAddress(socketAddress);
    return address !== undefined && isTrusted(address);
  };
}

/**
 * Returns the key under which rate limits count requests: an IPv4 address, or the /64 of an IPv6 address, because one
 * household or machine usually has a whole /64. Any other text, such as a key, is returned unchanged.
 */
export function clientKey(address: string): string {
  const parsed = parseAddress(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed?.toString() ?? address;
  const network = new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toString()}/64`;
}
