import { networkInterfaces } from 'node:os';

/** Whether a host name, as in a URL, refers to this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

type Interfaces = Readonly<Record<string, readonly { address: string }[] | undefined>>;

/**
 * The address at which only this machine reaches itself: on one with IPv6 only, `::1`. A sandbox may forbid to read the
 * addresses.
 */
export function loopbackAddress(readInterfaces: () => Interfaces = networkInterfaces): string {
  const addresses: string[] = [];
  try {
    for (const each of Object.values(readInterfaces()))
      addresses.push(...(each ?? []).map(({ address }) => address));
  } catch {
    // The address that nearly all machines have.
  }
  return addresses.includes('::1') && !addresses.includes('127.0.0.1') ? '::1' : '127.0.0.1';
}

/** A host as in URLs: IPv6 addresses have brackets. */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
