import type { APIContext } from 'astro';
import type { Auth } from './auth.ts';
import type { SignInProblem } from './directory-error.ts';
import { toSafePath } from './safe-path.ts';

/** A request below `/api/auth`. */
export type AuthContext = Pick<APIContext, 'request' | 'url' | 'cookies'> & { action: string };

/** The page that the person asked for before signing in. */
export function nextPath({ cookies, url }: AuthContext, { cookieNames, keyedCookie, siteUrl }: Auth): string {
  const state = url.searchParams.get('state') ?? '';
  const kept =
    cookies.get(keyedCookie(cookieNames.callbackUrl, state)) ?? cookies.get(cookieNames.callbackUrl);
  return toSafePath(url.searchParams.get('callbackUrl') ?? kept?.value, siteUrl);
}

/** The address of a page for signing in or out, which leads to the requested page afterwards. */
export function pageAddress(
  page: string,
  { context, auth, problem }: { context: AuthContext; auth: Auth; problem?: SignInProblem },
): string {
  const query = new URLSearchParams();
  const next = nextPath(context, auth);
  if (next !== '/staff') query.set('callbackUrl', next);
  const kind = problem ?? (context.action === 'error' ? 'failed' : undefined);
  if (kind !== undefined) query.set('problem', kind);
  return `${auth.siteUrl}${page}${query.size > 0 ? `?${query}` : ''}`;
}

/** Returns a redirect, or the address as JSON for Auth.js's own client. */
export function goTo({ request }: AuthContext, url: string): Response {
  const wantsJson = request.headers.has('x-auth-return-redirect');
  return wantsJson ? noStore(Response.json({ url })) : redirect(url);
}

export function redirect(location: string): Response {
  return noStore(new Response(null, { status: 303, headers: { Location: location } }));
}

export function noStore(response: Response): Response {
  response.headers.set('Cache-Control', 'no-store');
  return response;
}
