import { passOnCookies } from './cookies.ts';
import { csrfToken, readStaffForm, requireStaff } from './require-staff.ts';
import type { StaffContext, StaffMember } from './staff-types.ts';

/** The page that asks whether to sign out, or the answer to who has said so, and to who is not signed in. */
export async function openSignOut(
  context: StaffContext,
): Promise<{ member: StaffMember; token: string } | Response> {
  const { request, locals } = context;
  const { auth } = locals.services;
  if (!auth) return context.redirect('/staff', 303);
  const { member: isSignedIn } = await auth.readSession(request.headers);
  if (!isSignedIn) return context.redirect('/staff/signed-out', 303);
  const member = await requireStaff(context);
  if (member instanceof Response) return member;
  if (request.method !== 'POST') return { member, token: csrfToken(context) };
  const form = await readStaffForm(context, member);
  if (form instanceof Response) return form;
  const { location, cookies } = await auth.signOut(request.headers);
  passOnCookies(context, cookies);
  // What the browser has kept of the pages goes as well, so that its back button shows none.
  return new Response(null, { status: 303, headers: { Location: location, 'Clear-Site-Data': '"cache"' } });
}
