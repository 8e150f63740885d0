import { passOnCookies } from './cookies.ts';
import type { Problem } from './log.ts';
import { readMember } from './require-staff.ts';
import { staffHome, toSafePath } from './safe-path.ts';
import type { StaffContext } from './staff-types.ts';

type SignInPage = {
  problem: { status: number; text: string } | undefined;
  /** Hidden fields of the form that starts the sign-in. */
  fields: [name: string, value: string][];
};

const problems: Record<Problem, { status: number; text: string }> = {
  directory: {
    status: 503,
    text: 'The directory does not answer as it should at the moment. Wait a minute and try again; if it goes on, tell whoever runs it.',
  },
  declined: {
    status: 400,
    text: 'The directory did not let you sign in, or you turned back there. You are not signed in.',
  },
  stale: {
    status: 400,
    text: 'That sign-in was begun too long ago, or in another window. You are not signed in.',
  },
  failed: {
    status: 400,
    text: 'The sign-in did not work: what the directory sent back could not be trusted. You are not signed in.',
  },
};

/** The sign-in page, or where to go instead: on for who is signed in, to `/staff` without a directory. */
export async function openSignIn(context: StaffContext): Promise<SignInPage | Response> {
  const { request, url, locals } = context;
  const { auth } = locals.services;
  if (!auth) return context.redirect(staffHome, 303);
  const next = toSafePath(url.searchParams.get('callbackUrl'), auth.siteUrl);
  const kind = url.searchParams.get('problem') ?? '';
  const problem = Object.hasOwn(problems, kind) ? problems[kind as Problem] : undefined;
  if (!problem) {
    const member = await readMember(context, auth);
    if (member instanceof Response) return member;
    if (member) return context.redirect(next, 303);
  }
  const { token, cookies } = await auth.browserToken(request.headers);
  passOnCookies(context, cookies);
  return {
    problem,
    fields: [
      ['csrfToken', token],
      ['callbackUrl', next],
    ],
  };
}
