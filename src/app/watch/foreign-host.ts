import { isIP } from 'node:net';

/**
 * Whether a request names a host that may be another site's. Such a site can let its name lead to this machine, and
 * then read a writer's drafts in the writer's browser. It can't do that with an IP address.
 * @param host the header, with or without a port
 */
export function isForeignHost(host: string, siteUrl: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  const isLocal =
    name === 'localhost' || name.endsWith('.localhost') || isIP(name.replaceAll(/[[\]]/g, '')) > 0;
  return !isLocal && name !== new URL(siteUrl).hostname;
}
