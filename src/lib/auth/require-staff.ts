import { isApiError } from '#lib/http/api-error.ts';
import { toApiError } from '#lib/http/endpoint.ts';
import { requireOwnOrigin } from '#lib/http/own-origin.ts';
import type { Auth } from './auth.ts';
import { passOnCookies } from './cookies.ts';
import { readPostedForm } from './posted-form.ts';
import { showNotice } from './staff-notice.ts';
import { hasRole, type StaffContext, type StaffMember, type StaffRole } from './staff-types.ts';

/**
 * What every staff route calls before anything else: the member, or the response to give instead, which
 * carries no staff content: a redirect to the sign-in page (GET), a page that asks to sign in and keeps the form
 * that a member's browser posted (POST, 401; other bodies are not read), a page that says what role is wanted
 * (403), or how to configure a directory (503). The session is rolled on the way, so a route must be able to set
 * cookies when it calls this.
 */
export async function requireStaff(context: StaffContext, role?: StaffRole): Promise<StaffMember | Response> {
  const { request, locals, url } = context;
  const { auth } = locals.services;
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

/** The signed-in member, or a 503 page while the store can't say whether the session was ended. */
export async function readMember(
  context: StaffContext,
  auth: Auth,
): Promise<StaffMember | Response | undefined> {
  try {
    const { locals, request } = context;
    const { member, cookies } = await (locals.staffSession ?? auth.readSession(request.headers));
    passOnCookies(context, cookies);
    return member;
  } catch (error) {
    return showProblem(context, error);
  }
}

/** A page with the error's message. @throws any error that is not an ApiError */
export async function showProblem(context: StaffContext, error: unknown): Promise<Response> {
  if (!isApiError(error)) throw error;
  return showNotice(context, {
    kind: 'refused',
    problem: toApiError(context.locals.trace.log, 'staff', error),
  });
}

/**
 * Reads the form that a member posted (urlencoded, at most 64 KiB), after Origin and Sec-Fetch-Site and the
 * token of `csrfToken` in its field `csrf` are checked. Where a check fails, the response to give instead.
 */
export async function readStaffForm(context: StaffContext, staff: StaffMember): Promise<FormData | Response> {
  const { request, locals } = context;
  const { auth } = locals.services;
  if (!auth || !locals.staffForm) throw new Error('requireStaff comes before readStaffForm');
  try {
    requireOwnOrigin(request, auth.siteUrl);
    const fields = await readPostedForm(request);
    const token = fields.find(([name]) => name === 'csrf')?.[1] ?? '';
    if (auth.formTokens.isSigned(token, { browser: locals.staffForm.browser, email: staff.email })) {
      const form = new FormData();
      for (const [name, value] of fields) form.append(name, value);
      return form;
    }
    // A program without an Origin is told nothing that it could send back.
    const isOwnPage = request.headers.has('origin');
    return await showNotice(context, { kind: 'check-form', ...kept(context, isOwnPage ? fields : []) });
  } catch (error) {
    return showProblem(context, error);
  }
}

/** The value of the hidden field `csrf` that every form of the member's pages must hold. */
export function csrfToken({ locals }: Pick<StaffContext, 'locals'>): string {
  if (!locals.staffForm) throw new Error('requireStaff comes before csrfToken');
  return locals.staffForm.token;
}

async function signForm(context: StaffContext, { email }: StaffMember) {
  const { auth } = context.locals.services;
  if (!auth) throw new Error('no directory is configured');
  const { headers } = context.request;
  const { token: browser, cookies } = await auth.browserToken(headers);
  passOnCookies(context, auth.hasMemberMark(headers) ? cookies : [...cookies, auth.memberMark(browser)]);
  return { browser, token: auth.formTokens.sign({ browser, email }) };
}

function refuseUnconfigured(context: StaffContext): Response | Promise<Response> {
  const { url, request } = context;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && url.pathname !== '/staff') return context.redirect('/staff', 303);
  return showNotice(context, { kind: 'not-configured' });
}

/** A member's browser gets its form back in a page that can send it again after signing in. */
async function refuseForm(context: StaffContext, auth: Auth): Promise<Response> {
  const { request } = context;
  try {
    requireOwnOrigin(request, auth.siteUrl);
    if (!auth.hasMemberMark(request.headers)) return await showNotice(context, { kind: 'sign-in' });
    return await showNotice(context, {
      kind: 'send-again',
      ...kept(context, await readPostedForm(request)),
    });
  } catch (error) {
    return showProblem(context, error);
  }
}

function kept({ url }: StaffContext, fields: [name: string, value: string][]) {
  return { action: url.pathname + url.search, fields };
}

function callbackQuery(url: URL): URLSearchParams {
  return new URLSearchParams({ callbackUrl: url.pathname + url.search });
}
