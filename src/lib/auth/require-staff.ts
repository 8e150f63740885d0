import { isApiError } from '#lib/http/api-error.ts';
import { toApiError } from '#lib/http/endpoint.ts';
import { requireOwnOrigin } from '#lib/http/own-origin.ts';
import type { Auth } from './auth.ts';
import { setCookies } from './cookies.ts';
import { readPostedForm } from './posted-form.ts';
import { showNotice } from './staff-notice.ts';
import { hasRole, type StaffContext, type StaffMember, type StaffRole } from './staff-types.ts';

/**
 * Checks access to a staff route; every staff route calls this first. Returns the signed-in member, or a response
 * without staff content: a redirect to the sign-in page (GET), a page to sign in and send the form again (POST, 401;
 * the form is read only from a member's browser), a page that names the role needed (403), or one that says how to
 * configure a directory. Renews the session's cookie, so call it while cookies can still be set.
 */
export async function requireStaff(context: StaffContext, role?: StaffRole): Promise<StaffMember | Response> {
  const { request, locals, url } = context;
  const { auth } = locals.services.requests;
  if (!auth) return refuseUnconfigured(context);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const member = await readMember(context, auth);
  if (member instanceof Response) return member;
  if (!member) {
    if (!isRead) return refuseForm(context, auth);
    const query = url.pathname === '/staff' && url.search === '' ? '' : `?${callbackQuery(url)}`;
    return context.redirect(`/staff/sign-in${query}`, 303);
  }
  if (role !== undefined && !hasRole(member, role)) {
    return showNotice(context, { kind: 'wrong-role', role, member });
  }
  locals.staffForm = await signForm(context, member);
  return member;
}

/** Returns the signed-in member, or a 503 page while the store is unavailable. */
export async function readMember(
  context: StaffContext,
  auth: Auth,
): Promise<StaffMember | Response | undefined> {
  try {
    const { locals, request } = context;
    const { member, cookies } = await (locals.staffSession ?? auth.readSession(request.headers));
    setCookies(context, cookies);
    return member;
  } catch (error) {
    return showStaffProblem(context, error);
  }
}

/** Returns a page with the error's message. @throws any error that is not an ApiError */
export async function showStaffProblem(context: StaffContext, error: unknown): Promise<Response> {
  if (!isApiError(error)) throw error;
  return showNotice(context, {
    kind: 'refused',
    problem: toApiError(context.locals.trace.log, 'staff', error),
  });
}

/**
 * Reads the form that a member posted (URL-encoded, by default at most 64 KiB) and checks Origin, Sec-Fetch-Site and
 * the token in the field `csrf`. Returns a response if a check fails.
 */
export async function readStaffForm(
  context: StaffContext,
  staff: StaffMember,
  maxBytes?: number,
): Promise<FormData | Response> {
  const { request, locals } = context;
  const { auth } = locals.services.requests;
  if (!auth || !locals.staffForm) throw new Error('call requireStaff before readStaffForm');
  try {
    requireOwnOrigin(request, auth.siteUrl);
    const fields = await readPostedForm(request, maxBytes);
    const token = fields.find(([name]) => name === 'csrf')?.[1] ?? '';
    if (auth.formTokens.isSigned(token, { browser: locals.staffForm.browser, email: staff.email })) {
      const form = new FormData();
      for (const [name, value] of fields) form.append(name, value);
      return form;
    }
    // Without an Origin header, the request may not come from a browser, so its fields are not returned.
    const isOwnPage = request.headers.has('origin');
    return await showNotice(context, { kind: 'check-form', ...keepForm(context, isOwnPage ? fields : []) });
  } catch (error) {
    return showStaffProblem(context, error);
  }
}

async function signForm(context: StaffContext, { email }: StaffMember) {
  const { auth } = context.locals.services.requests;
  if (!auth) throw new Error('no directory is configured');
  const { headers } = context.request;
  const { token: browser, cookies } = await auth.browserToken(headers);
  setCookies(context, auth.hasMemberMark(headers) ? cookies : [...cookies, auth.memberMark(browser)]);
  return { browser, token: auth.formTokens.sign({ browser, email }) };
}

function refuseUnconfigured(context: StaffContext): Response | Promise<Response> {
  const { url, request } = context;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && url.pathname !== '/staff') return context.redirect('/staff', 303);
  return showNotice(context, { kind: 'not-configured' });
}

/** Returns the form to a member's browser, in a page that sends it again after sign-in. */
async function refuseForm(context: StaffContext, auth: Auth): Promise<Response> {
  const { request } = context;
  try {
    requireOwnOrigin(request, auth.siteUrl);
    if (!auth.hasMemberMark(request.headers)) return await showNotice(context, { kind: 'sign-in' });
    return await showNotice(context, {
      kind: 'send-again',
      ...keepForm(context, await readPostedForm(request)),
    });
  } catch (error) {
    return showStaffProblem(context, error);
  }
}

function keepForm({ url }: StaffContext, fields: [name: string, value: string][]) {
  return { action: url.pathname + url.search, fields };
}

function callbackQuery(url: URL): URLSearchParams {
  return new URLSearchParams({ callbackUrl: url.pathname + url.search });
}
