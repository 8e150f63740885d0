import type { CookieNames } from './cookies.ts';
import { parseCookies } from './cookies.ts';
import { toSafePath } from './safe-path.ts';

/** The addresses that Auth.js answers, below `/api/auth`. */
export const authPath = '/api/auth';

export type AuthRequestOptions = {
  siteUrl: string;
  cookieNames: CookieNames;
  /** `session`, `signin/directory`, ... */
  action: string;
  method: 'GET' | 'POST';
  /** What of the query Auth.js may see; it hands the query of a sign-in on to the directory as it is. */
  query?: URLSearchParams;
  /** What of the posted fields it may see. */
  body?: { csrfToken: string; callbackUrl: string | undefined };
};

/**
 * The request as Auth.js is to see it: at the public origin whatever Host it came to, with our cookies, the
 * fields that it needs, and addresses to come back to that are on this site.
 */
export function toAuthRequest(headers: Headers, options: AuthRequestOptions): Request {
  const { siteUrl, action, method, query, body } = options;
  const url = new URL(`${siteUrl}${authPath}/${action}`);
  if (query) url.search = query.toString();
  const kept = new Headers({ Cookie: ownCookies(headers, options) });
  if (headers.has('x-auth-return-redirect')) kept.set('X-Auth-Return-Redirect', '1');
  if (!body) return new Request(url, { method, headers: kept });
  const form = new URLSearchParams({
    csrfToken: body.csrfToken,
    callbackUrl: siteUrl + toSafePath(body.callbackUrl, siteUrl),
  });
  return new Request(url, { method, headers: kept, body: form });
}

/** Where a sign-in comes back to lies in a cookie; one that was forged leads to the start of the staff pages. */
function ownCookies(headers: Headers, { siteUrl, cookieNames }: AuthRequestOptions): string {
  return parseCookies(headers.get('cookie'))
    .filter(([name]) => name.includes('authjs.'))
    .map(([name, value]) => {
      if (name !== cookieNames.callbackUrl) return `${name}=${value}`;
      return `${name}=${encodeURIComponent(siteUrl + toSafePath(decode(value), siteUrl))}`;
    })
    .join('; ');
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

const callbackFields = ['code', 'state', 'error', 'error_description', 'iss', 'session_state'];

/** What the directory sends back with the browser (RFC 6749, section 4.1.2), each field once. */
export function callbackQuery(query: URLSearchParams): URLSearchParams {
  const once = callbackFields.filter((name) => query.getAll(name).length === 1);
  return new URLSearchParams(once.map((name) => [name, query.get(name) ?? '']));
}

/** Where the directory sends people back to; it has to be told this address. */
export function redirectAddress(siteUrl: string): string {
  return `${siteUrl}${authPath}/callback/directory`;
}

/** Where the directory sends people whom it has signed out; most have to be told this one as well. */
export function signedOutAddress(siteUrl: string): string {
  return `${siteUrl}/staff/signed-out`;
}
