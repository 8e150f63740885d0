import { networkInterfaces } from 'node:os';

/** Whether a host name, as in a URL, refers to this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** The address at which only this machine reaches itself: on one with IPv6 only, `::1`. */
export function loopbackAddress(interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces()) {
  const addresses = Object.values(interfaces).flatMap((each = []) => each.map(({ address }) => address));
  return addresses.includes('::1') && !addresses.includes('127.0.0.1') ? '::1' : '127.0.0.1';
}

/** A host as in URLs: IPv6 addresses have brackets. */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
