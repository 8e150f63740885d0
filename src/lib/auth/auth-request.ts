import { parseCookies, type CookieNames } from './cookies.ts';
import { decode, toSafePath } from './safe-path.ts';

export const authPath = '/api/auth';

export type AuthRequestOptions = {
  siteUrl: string;
  cookieNames: CookieNames;
  /** `session`, `signin/directory`, ... */
  action: string;
  method: 'GET' | 'POST';
  /** The allowed part of the query. Auth.js sends the query of a sign-in to the directory unchanged. */
  query?: URLSearchParams;
  body?: { csrfToken: string; callbackUrl: string | undefined };
};

/**
 * Creates the request for Auth.js: with the public origin whatever the Host header says, with only the cookies and
 * fields that Auth.js needs, and with callback addresses on this site.
 */
export function toAuthRequest(headers: Headers, options: AuthRequestOptions): Request {
  const { siteUrl, action, method, query, body } = options;
  const url = new URL(`${siteUrl}${authPath}/${action}`);
  if (query) url.search = query.toString();
  const ownHeaders = new Headers({ Cookie: ownCookies(headers, options) });
  if (headers.has('x-auth-return-redirect')) ownHeaders.set('X-Auth-Return-Redirect', '1');
  if (!body) return new Request(url, { method, headers: ownHeaders });
  const form = new URLSearchParams({
    csrfToken: body.csrfToken,
    callbackUrl: siteUrl + toSafePath(body.callbackUrl, siteUrl),
  });
  return new Request(url, { method, headers: ownHeaders, body: form });
}

/** The cookies of Auth.js. A forged callback address is replaced by `/staff`. */
function ownCookies(headers: Headers, { siteUrl, cookieNames }: AuthRequestOptions): string {
  return parseCookies(headers.get('cookie'))
    .filter(([name]) => name.includes('authjs.'))
    .map(([name, value]) => {
      if (name !== cookieNames.callbackUrl) return `${name}=${value}`;
      return `${name}=${encodeURIComponent(siteUrl + toSafePath(decode(value), siteUrl))}`;
    })
    .join('; ');
}

const callbackFields = ['code', 'state', 'error', 'error_description', 'iss', 'session_state'];

/** The fields that the directory sends back (RFC 6749, section 4.1.2), without those that occur twice. */
export function callbackQuery(query: URLSearchParams): URLSearchParams {
  const once = callbackFields.filter((name) => query.getAll(name).length === 1);
  return new URLSearchParams(once.map((name) => [name, query.get(name) ?? '']));
}

/** Where the directory sends people after sign-in. The address must be registered at the directory. */
export function redirectAddress(siteUrl: string): string {
  return `${siteUrl}${authPath}/callback/directory`;
}

/** Where the directory sends people after sign-out. Most directories require the address to be registered. */
export function signedOutAddress(siteUrl: string): string {
  return `${siteUrl}/staff/signed-out`;
}
