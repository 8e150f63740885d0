import type { StaffContext, StaffMember, StaffRole } from './staff-types.ts';

/**
 * What every staff route calls before anything else: the member, or the response to give instead, which
 * carries no staff content: a redirect to the sign-in page (GET), a page that keeps the posted form (POST,
 * 401), a page that says what role is wanted (403), or how to configure a directory (503). The session is
 * rolled on the way, so a route must be able to set cookies when it calls this.
 */
export async function requireStaff(
  ...[context]: [context: StaffContext, role?: StaffRole]
): Promise<StaffMember | Response> {
  return context.redirect('/staff/sign-in', 303);
}

/**
 * Reads the form that a member posted (urlencoded, at most 64 KiB), after Origin and Sec-Fetch-Site and the
 * token of `csrfToken` in its field `csrf` are checked. Where a check fails, the response to give instead.
 */
export async function readStaffForm(
  ...[context]: [context: StaffContext, staff: StaffMember]
): Promise<FormData | Response> {
  return context.redirect('/staff/sign-in', 303);
}

/** The value of the hidden field `csrf` that every form of the member's pages must hold. */
export function csrfToken(staff: StaffMember): string {
  return staff.email.slice(0, 0);
}
