import { requestErrors } from '#lib/i18n/en/errors.ts';
import { ApiError } from './api-error.ts';
import { parseClientOrigin } from './client-text.ts';

type WithHeaders = Pick<Request, 'headers'>;

/**
 * Refuses requests that a page of another site sends through a visitor's browser (CSRF). A request without an Origin
 * passes: it does not come from a page, so it has no cookies of a visitor.
 * @param siteUrl public origin; the origin in the Host header is accepted too
 * @throws ApiError FORBIDDEN
 */
export function requireOwnOrigin(request: WithHeaders, siteUrl: string): void {
  if (isForeignOrigin(request, siteUrl)) throw new ApiError('FORBIDDEN', requestErrors.foreignOrigin);
}

/** Whether `requireOwnOrigin` refuses the request. */
export function isForeignOrigin({ headers }: WithHeaders, siteUrl: string): boolean {
  const origin = headers.get('origin');
  if (origin !== null && !isOwn(origin, { siteUrl, host: headers.get('host') })) return true;
  return headers.get('sec-fetch-site') === 'cross-site';
}

/** Compares only the host: behind a proxy that terminates TLS, the browser uses a different scheme from this server. */
function isOwn(origin: string, { siteUrl, host }: { siteUrl: string; host: string | null }): boolean {
  const url = parseClientOrigin(origin);
  if (url === undefined || !/^https?:$/.test(url.protocol)) return false;
  return (
    url.origin === new URL(siteUrl).origin || url.host === parseClientOrigin(`${url.protocol}//${host}`)?.host
  );
}
