import { setCookies } from './cookies.ts';
import type { SignInProblem } from './describe-auth-error.ts';
import { readMember } from './require-staff.ts';
import { staffHome, toSafePath } from './safe-path.ts';
import type { StaffContext } from './staff-types.ts';

type SignInPage = {
  problem: { status: number; text: string } | undefined;
  /** Hidden fields of the form that starts the sign-in. */
  fields: [name: string, value: string][];
};

const problems: Record<SignInProblem, { status: number; text: string }> = {
  directory: {
    status: 503,
    text: 'The directory is not available at the moment. Wait a minute and try again. If the problem continues, contact the administrator of the directory.',
  },
  declined: {
    status: 400,
    text: 'You cancelled the sign-in, or the directory refused it. You are not signed in.',
  },
  stale: {
    status: 400,
    text: 'The sign-in was started too long ago or in another window. You are not signed in.',
  },
  failed: {
    status: 400,
    text: 'The sign-in failed: the directory’s response could not be verified. You are not signed in.',
  },
};

/** Opens the sign-in page. Redirects a signed-in member onwards, and to `/staff` without a directory. */
export async function openSignIn(context: StaffContext): Promise<SignInPage | Response> {
  const { request, url, locals } = context;
  const { auth } = locals.services;
  if (!auth) return context.redirect(staffHome, 303);
  const next = toSafePath(url.searchParams.get('callbackUrl'), auth.siteUrl);
  const kind = url.searchParams.get('problem') ?? '';
  const problem = Object.hasOwn(problems, kind) ? problems[kind as SignInProblem] : undefined;
  if (!problem) {
    const member = await readMember(context, auth);
    if (member instanceof Response) return member;
    if (member) return context.redirect(next, 303);
  }
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
