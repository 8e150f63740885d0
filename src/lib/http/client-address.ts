import ipaddr from 'ipaddr.js';
import { forwardedAddresses, type RequestHeaders } from './client-address-forwarded.ts';
import { createProxyCheck, parseAddress } from './client-address-proxies.ts';

export { parseTrustedProxies } from './client-address-proxies.ts';

/** The client's whole address, for the bot challenge. Count with `clientKey`, never with this. */
export type ClientAddress = (socketAddress: string | undefined, headers: RequestHeaders) => string;

/**
 * Says who is asking: the socket's address, or, when that is one of our proxies, the right-most address in
 * X-Forwarded-For or Forwarded that is not. What cannot be read ends the walk at the last address that could:
 * everything further left is only hearsay. `unknown` for a socket without an address (a Unix socket).
 * @throws Error when a proxy is no address, CIDR or known name
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

/** Makes the check whether a socket's address is one of our proxies. @throws Error like `createClientAddress` */
export function createIsProxy(trustedProxies: readonly string[]): (socketAddress: string) => boolean {
  const isTrusted = createProxyCheck(trustedProxies);
  return (socketAddress) => {
    const address = parseAddress(socketAddress);
    return address !== undefined && isTrusted(address);
  };
}

/**
 * What limits are counted by: an IPv4 address, or the /64 of an IPv6 address, because one household or one
 * machine has a whole /64 to choose from. Anything else, a key included, is its own key.
 */
export function clientKey(address: string): string {
  const parsed = parseAddress(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed?.toString() ?? address;
  const network = new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toString()}/64`;
}
