import type { RouteData } from 'astro';
import { isApiError, type ApiError } from '#lib/http/api-error.ts';
import type { LimitState } from '#lib/http/limits.ts';
import { isForeignOrigin } from '#lib/http/own-origin.ts';
import { answerApiError } from '#lib/delivery/answers.ts';
import type { Delivery } from '#lib/delivery/delivery.ts';
import type { Exchange } from '#astro/plain-endpoints.ts';

/** Methods of routes that count their requests themselves; balancers ask for the health as often as they like. */
const countedElsewhere: Readonly<Record<string, readonly string[]>> = {
  '/api/health': ['GET', 'HEAD'],
  '/api/search': ['GET', 'HEAD'],
  '/api/chat': ['POST'],
  '/api/course-registration': ['POST'],
  '/api/email-marketing-signup': ['POST'],
  '/mcp': ['POST'],
};

/**
 * Makes the check that counts a request for something made on demand before anything is done for it. It resolves
 * to false when the client was over its limit and has its answer.
 */
export function createAdmission({ answerLimited }: Pick<Delivery, 'answerLimited'>) {
  return async function admit(route: RouteData, exchange: Exchange): Promise<boolean> {
    if (isCountedElsewhere(route, exchange)) return true;
    try {
      exchange.locals.limitState = await count(route, exchange);
      return true;
    } catch (error) {
      if (!isApiError(error)) throw error;
      refuse(route, exchange, error);
      return false;
    }
  };

  function refuse({ type, route }: RouteData, { request, response }: Exchange, error: ApiError): void {
    if (type === 'page' || isStaffRoute(route)) return answerLimited(request, response, error);
    if (request.method === 'GET' || request.method === 'HEAD') {
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    }
    answerApiError(response, error);
  }
}

/** A POST from a foreign origin is refused by its route before the route counts it. */
function isCountedElsewhere({ route }: RouteData, { request, locals }: Exchange): boolean {
  const { method = 'GET', headers } = request;
  if (countedElsewhere[route]?.includes(method) !== true) return false;
  return method !== 'POST' || !isForeignOrigin((name) => headers[name], locals.services.siteUrl);
}

/** Members of staff count by their session on the staff pages, everyone else by client. */
async function count({ route }: RouteData, { request, locals }: Exchange): Promise<LimitState> {
  const { auth, clientAddress, limits } = locals.services;
  if (auth !== undefined && isStaffRoute(route) && auth.hasSessionCookie(request.headers.cookie)) {
    locals.staffSession = auth.readSession(new Headers({ Cookie: request.headers.cookie ?? '' }));
    const id = await locals.staffSession.then(
      (session) => session.id,
      // The page says so.
      () => undefined,
    );
    if (id !== undefined) return limits.staff.take(id);
  }
  return limits.pages.take(clientAddress(request.socket.remoteAddress, request.headers));
}

function isStaffRoute(route: string): boolean {
  return /^\/staff(\/|$)/.test(route);
}
