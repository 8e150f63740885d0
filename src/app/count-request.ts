import type { APIContext } from 'astro';
import { isForeignOrigin } from '#lib/http/own-origin.ts';
import type { LimitState } from '#lib/http/limits.ts';
import { clientOf } from '#lib/http/request-client.ts';
import type { RoutePolicy } from './route-policies.ts';

/**
 * Counts a request against the limit of its route. Returns undefined if the route counts it itself, or no limit applies.
 * @throws ApiError RATE_LIMITED
 */
export async function countRequest(
  context: APIContext,
  policy: RoutePolicy,
): Promise<LimitState | undefined> {
  const { limits, clientAddress } = context.locals.services;
  const name = limitOf(context, policy);
  if (name === 'none' || name === 'route') return undefined;
  if (name === 'staff') {
    const session = await readSessionId(context);
    if (session !== undefined) return limits.staff.take(session);
  }
  const limit = limits[name === 'staff' ? 'pages' : name];
  return limit.take(clientOf(context, clientAddress));
}

function limitOf({ request, locals }: APIContext, { limit, foreignPosts }: RoutePolicy) {
  if (typeof limit === 'string') return limit;
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (method === 'GET') return limit.GET ?? 'pages';
  if (method !== 'POST') return 'pages';
  // A POST that will be refused must not use up the visitor's limit for the form.
  if (foreignPosts === 'refused' && isForeignOrigin(request, locals.services.siteUrl)) return 'pages';
  return limit.POST ?? 'pages';
}

/** Returns the id of the session, and stores the session for `requireStaff`. */
async function readSessionId({ locals, request }: APIContext): Promise<string | undefined> {
  const { auth } = locals.services;
  if (!auth?.hasSessionCookie(request.headers.get('cookie') ?? undefined)) return undefined;
  locals.staffSession = auth.readSession(request.headers);
  return locals.staffSession.then(
    (session) => session.id,
    // The page reports it.
    () => undefined,
  );
}
