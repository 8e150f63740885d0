import type { APIContext } from 'astro';
import { toApiError } from '#lib/http/endpoint.ts';
import { isForeignOrigin } from '#lib/http/own-origin.ts';
import { requireStaff } from './require-staff.ts';
import type { StaffMember, StaffRole } from './staff-types.ts';

/** The header with the token that a page's forms have in the field `csrf`. */
export const tokenHeader = 'X-Csrf-Token';

type Handle = (context: APIContext, member: StaffMember) => Promise<Response>;

/**
 * Creates the handler of an address that scripts of staff pages send JSON to or read it from. A POST needs the page's
 * token in a header. Without a session, JSON is answered with JSON and anything else like a staff page.
 */
export function staffEndpoint(role: StaffRole, handle: Handle): (context: APIContext) => Promise<Response> {
  return async (context) => {
    const { request, locals } = context;
    const expectsJson = ['accept', 'content-type'].some((name) =>
      request.headers.get(name)?.includes('application/json'),
    );
    // A notice would read a posted body.
    const member = await requireStaff(expectsJson ? asRead(context) : context, role);
    if (member instanceof Response) return expectsJson ? toJsonRefusal(member) : member;
    if (request.method === 'POST' && !hasToken(context, member)) return refuse(403, expiredPage);
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
  const { auth, siteUrl } = locals.services;
  const browser = locals.staffForm?.browser;
  if (!auth || browser === undefined || isForeignOrigin(request, siteUrl)) return false;
  return auth.formTokens.isSigned(request.headers.get(tokenHeader) ?? '', { browser, email });
}

const refusals: Readonly<Record<number, { code: string; message: string; resolution: string }>> = {
  303: {
    code: 'UNAUTHORIZED',
    message: 'You are signed out.',
    resolution: 'Sign in in another tab. Your text stays here until then.',
  },
  403: {
    code: 'FORBIDDEN',
    message: 'You need another role for this.',
    resolution: 'Ask the administrator of this site for the role.',
  },
};

const expiredPage = {
  code: 'FORBIDDEN',
  message: 'This page was opened before you signed in.',
  resolution: 'Copy what you have not saved, and load the page again.',
};

function toJsonRefusal({ status }: Response): Response {
  const refusal = refusals[status];
  if (refusal) return refuse(status === 303 ? 401 : status, refusal);
  return refuse(503, {
    code: 'STORE_UNAVAILABLE',
    message: 'Your session can’t be checked at the moment.',
    resolution: 'Wait a minute. Your text stays here until then.',
  });
}

function refuse(status: number, error: object): Response {
  return Response.json({ error }, { status, headers: { 'Cache-Control': 'no-store' } });
}
