import type { Auth } from './auth.ts';
import { callbackQuery } from './auth-request.ts';
import { nextPath, pageAddress, redirect, type AuthContext } from './auth-redirects.ts';
import { parseCookies, setCookies } from './cookies.ts';
import { missingCookie } from './describe-auth-error.ts';
import { answeredError, DirectoryError } from './directory-error.ts';

/**
 * Answers a callback that does not belong to the sign-in in progress, and one with an error of the directory. Returns
 * undefined for one with a code, which is left to Auth.js.
 */
export async function answerCallback(context: AuthContext, auth: Auth): Promise<Response | undefined> {
  if (!(await auth.isOwnCallback(context))) return answerRepeated(context, auth);
  const error = callbackQuery(context.url.searchParams).get('error');
  if (error === null) return undefined;
  deleteChecks(context, auth);
  return fail(answeredError(error), { context, auth });
}

/**
 * Sends on a person who is signed in already and reloads the callback, or goes back and submits again. Starts no
 * session.
 */
async function answerRepeated(context: AuthContext, auth: Auth): Promise<Response> {
  const { member, cookies } = await auth.readSession(context.request.headers);
  setCookies(context, cookies);
  if (member) return redirect(auth.siteUrl + nextPath(context, auth));
  return fail(new DirectoryError(missingCookie, { problem: 'stale' }), { context, auth });
}

function fail(
  { message, problem }: DirectoryError,
  { context, auth }: { context: AuthContext; auth: Auth },
): Response {
  auth.log(message);
  auth.onSignIn('failed');
  return redirect(pageAddress('/staff/sign-in', { context, auth, problem }));
}

/** Deletes the check cookies of a sign-in: they are valid for one callback with their state, whatever its result. */
export function deleteChecks(context: AuthContext, auth: Auth): void {
  const { cookieNames, keyedCookie } = auth;
  const state = context.url.searchParams.get('state') ?? '';
  const sent = new Set(parseCookies(context.request.headers.get('cookie')).map(([name]) => name));
  const checks = [cookieNames.state, cookieNames.nonce, cookieNames.pkceCodeVerifier];
  deleteCookies(
    checks.filter((name) => sent.has(name)).map((name) => keyedCookie(name, state)),
    { context, auth },
  );
}

/** Deletes cookies of a sign-in in the browser. */
export function deleteCookies(
  names: readonly string[],
  { context, auth }: { context: AuthContext; auth: Auth },
): void {
  const secure = auth.siteUrl.startsWith('https:');
  for (const name of names) {
    context.cookies.delete(name, { path: '/', secure, httpOnly: true, sameSite: 'lax' });
  }
}
