import type { APIContext } from 'astro';
import { ApiError, type ErrorCode } from '#lib/http/api-error.ts';
import { toApiError } from '#lib/http/endpoint.ts';
import { isForeignOrigin } from '#lib/http/own-origin.ts';
import { staffScriptErrors as errors } from '#lib/i18n/en/staff.ts';
import { requireStaff } from './require-staff.ts';
import type { StaffMember, StaffRole } from './staff-types.ts';

/** The header with the token that a page's forms send in the field `csrf`. */
const tokenHeader = 'X-Csrf-Token';

type Handle = (context: APIContext, member: StaffMember) => Promise<Response>;

/**
 * Creates the handler of an endpoint to which scripts of staff pages send JSON, or from which they read it. A POST
 * needs the page's token in a header. Without a session, JSON requests get an error in JSON, and others the response of
 * a staff page.
 */
export function staffEndpoint(role: StaffRole, handle: Handle): (context: APIContext) => Promise<Response> {
  return async (context) => {
    const { request, locals } = context;
    const expectsJson = ['accept', 'content-type'].some((name) =>
      request.headers.get(name)?.includes('application/json'),
    );
    // For a POST without a session, requireStaff would read the body to show it in a notice.
    const member = await requireStaff(expectsJson ? asRead(context) : context, role);
    if (member instanceof Response) return expectsJson ? toJsonRefusal(member) : member;
    if (request.method === 'POST' && !hasToken(context, member))
      return refuse('FORBIDDEN', errors.expiredPage);
    try {
      return await handle(context, member);
    } catch (error) {
      return toApiError(locals.trace.log, 'staff', error).toResponse();
    }
  };
}

function asRead(context: APIContext): Parameters<typeof requireStaff>[0] {
  const { url, cookies, locals } = context;
  const request = new Request(url, { headers: context.request.headers });
  return {
    request,
    url,
    cookies,
    locals,
    redirect: (path, status) => context.redirect(path, status),
    rewrite: (target) => context.rewrite(target),
  };
}

function hasToken({ request, locals }: APIContext, { email }: StaffMember): boolean {
  const { requests, site } = locals.services;
  const { auth } = requests;
  const browser = locals.staffForm?.browser;
  if (!auth || browser === undefined || isForeignOrigin(request, site.siteUrl)) return false;
  return auth.formTokens.isSigned(request.headers.get(tokenHeader) ?? '', { browser, email });
}

/** @param status of the response that a page would get */
function toJsonRefusal({ status }: Response): Response {
  if (status === 303) return refuse('UNAUTHORIZED', errors.signedOut);
  if (status === 403) return refuse('FORBIDDEN', errors.wrongRole);
  return refuse('STORE_UNAVAILABLE', errors.unchecked);
}

function refuse(code: ErrorCode, error: { message: string; resolution: string }): Response {
  return new ApiError(code, error).toResponse();
}
