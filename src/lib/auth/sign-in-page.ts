import { signInProblems } from '#lib/i18n/en/staff.ts';
import { setCookies } from './cookies.ts';
import type { SignInProblem } from './directory-error.ts';
import { readMember } from './require-staff.ts';
import { staffHome, toSafePath } from './safe-path.ts';
import type { StaffContext } from './staff-types.ts';

type SignInPage = {
  problem: { status: number; text: string; canRetry: boolean } | undefined;
  /** Hidden fields of the form that starts the sign-in. */
  fields: [name: string, value: string][];
};

/**
 * Opens the sign-in page. Redirects a signed-in member to the callback address, and to `/staff` if no directory is
 * configured.
 */
export async function openSignIn(context: StaffContext): Promise<SignInPage | Response> {
  const { request, url, locals } = context;
  const { auth } = locals.services.requests;
  if (!auth) return context.redirect(staffHome, 303);
  const next = toSafePath(url.searchParams.get('callbackUrl'), auth.siteUrl);
  const member = await readMember(context, auth);
  if (member instanceof Response) return member;
  if (member) return context.redirect(next, 303);
  const kind = url.searchParams.get('problem') ?? '';
  const problem = isProblem(kind) ? describe(kind) : undefined;
  const { token, cookies } = await auth.browserToken(request.headers);
  setCookies(context, cookies);
  return {
    problem,
    fields: [
      ['csrfToken', token],
      ['callbackUrl', next],
    ],
  };
}

function describe(kind: SignInProblem): SignInPage['problem'] {
  const canRetry = !['clock', 'settings', 'consent'].includes(kind);
  return { status: kind === 'directory' ? 503 : 400, text: signInProblems[kind], canRetry };
}

function isProblem(kind: string): kind is SignInProblem {
  return Object.hasOwn(signInProblems, kind);
}
