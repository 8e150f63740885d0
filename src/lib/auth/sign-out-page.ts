import { ApiError, isApiError } from '#lib/http/api-error.ts';
import { authErrors } from '#lib/i18n/en/staff.ts';
import type { Auth } from './auth.ts';
import { setCookies } from './cookies.ts';
import { readMember, readStaffForm, requireStaff, showStaffProblem } from './require-staff.ts';
import type { StaffContext, StaffMember } from './staff-types.ts';

/** Opens the page that asks whether to sign out, and signs out when its form is posted. */
export async function openSignOut(context: StaffContext): Promise<StaffMember | Response> {
  const { request, locals } = context;
  const { auth } = locals.services.requests;
  if (!auth) return context.redirect('/staff', 303);
  const known = await readMember(context, auth);
  if (known instanceof Response) return known;
  if (!known) return context.redirect('/staff/signed-out', 303);
  const member = await requireStaff(context);
  if (member instanceof Response) return member;
  if (request.method !== 'POST') return member;
  const form = await readStaffForm(context, member);
  return form instanceof Response ? form : signOut(context, auth);
}

async function signOut(context: StaffContext, auth: Auth): Promise<Response> {
  try {
    const { location, cookies } = await auth.signOut(context.request.headers);
    setCookies(context, cookies);
    // Clears cached pages, so the back button shows none.
    return new Response(null, { status: 303, headers: { Location: location, 'Clear-Site-Data': '"cache"' } });
  } catch (error) {
    return showStaffProblem(context, isApiError(error) ? stillSignedIn(error) : error);
  }
}

function stillSignedIn(cause: ApiError): ApiError {
  return new ApiError('STORE_UNAVAILABLE', { ...authErrors.stillSignedIn, cause });
}
