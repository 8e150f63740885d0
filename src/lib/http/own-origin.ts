import { ApiError } from './api-error.ts';
import { parseClientOrigin } from './client-text.ts';

type HeaderReader = (name: 'origin' | 'host' | 'sec-fetch-site') => string | null | undefined;

/**
 * Refuses what a page of another site makes a visitor's browser send. What no browser sent (no Origin) passes:
 * it carries nobody's cookies.
 * @param siteUrl public origin; the origin that the request was sent to by its Host is ours as well
 * @throws ApiError FORBIDDEN
 */
export function requireOwnOrigin({ headers }: Pick<Request, 'headers'>, siteUrl: string): void {
  if (!isForeignOrigin((name) => headers.get(name), siteUrl)) return;
  throw new ApiError('FORBIDDEN', {
    message: 'Pages of other sites can’t send this.',
    resolution:
      'Send it from the page of this site that has the form, or from a program without an Origin header.',
  });
}

/** Whether `requireOwnOrigin` refuses a request with these headers. */
export function isForeignOrigin(header: HeaderReader, siteUrl: string): boolean {
  const origin = header('origin') ?? undefined;
  if (origin !== undefined && !isOwn(origin, { siteUrl, host: header('host') })) return true;
  return header('sec-fetch-site') === 'cross-site';
}

/** The scheme behind a proxy that ends TLS is not the one that the browser sees, so only the host counts. */
function isOwn(
  origin: string,
  { siteUrl, host }: { siteUrl: string; host: string | null | undefined },
): boolean {
  const url = parseClientOrigin(origin);
  if (url === undefined || !/^https?:$/.test(url.protocol)) return false;
  return (
    url.origin === new URL(siteUrl).origin || url.host === parseClientOrigin(`${url.protocol}//${host}`)?.host
  );
}
