import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

type Request = Pick<IncomingMessage, 'method' | 'headers'>;

/**
 * Whether a page of another site, or of another server on this machine, may have sent the request, to read a writer's
 * drafts in the writer's browser: through a name of its own that leads to this machine, which can't be an IP address, or
 * as a cross-origin request, which the open data of the site allows.
 */
export function isForeign({ method, headers: { host, origin } }: Request, siteUrl: string): boolean {
  const asked = URL.parse(`http://${host}`);
  if (!isOwnName(asked?.hostname ?? '', siteUrl)) return true;
  // A form may come without its origin, and is checked by its endpoint.
  if (method !== 'GET' || origin === undefined) return false;
  return origin !== new URL(siteUrl).origin && URL.parse(origin)?.host !== asked?.host;
}

function isOwnName(name: string, siteUrl: string): boolean {
  const isLocal =
    name === 'localhost' || name.endsWith('.localhost') || isIP(name.replaceAll(/[[\]]/g, '')) > 0;
  return isLocal || name === new URL(siteUrl).hostname;
}
