import type { APIContext } from 'astro';
import { clientKey } from '#lib/http/client-address.ts';
import { isForeignOrigin } from '#lib/http/own-origin.ts';
import { clientOf } from '#lib/http/request-client.ts';
import type { RoutePolicy } from './route-policies.ts';

/**
 * A request releases its slot after this time, in milliseconds: it is probably waiting for a body, a model or a
 * directory. Many people may share an address, and eight waiting requests must not block the others.
 */
const holdFor = 1_000;

/**
 * Waits for a slot of the client, and counts the request against the limit of its route. Signed-in staff are identified
 * by their session, all others by their address.
 * @returns false if the client disconnected
 * @throws ApiError RATE_LIMITED
 */
export async function admitRequest(context: APIContext, policy: RoutePolicy): Promise<boolean> {
  const { locals, request } = context;
  const { limits, clientAddress, queue } = locals.services.requests;
  const { signal } = request;
  const name = limitOf(context, policy);
  const address = clientOf(context, clientAddress);
  const session = name === 'staff' ? await readSessionId(context) : undefined;
  locals.endWork =
    session === undefined
      ? await queue.enter(clientKey(address), { signal, holdFor })
      : await queue.enter(session, { signal });
  if (locals.endWork === undefined) return false;
  if (name === 'none' || name === 'route') return true;
  if (session !== undefined) locals.limitState = await limits.staff.take(session);
  else locals.limitState = await limits[name === 'staff' ? 'pages' : name].take(address);
  return true;
}

function limitOf({ request, locals }: APIContext, { limit, foreignPosts }: RoutePolicy) {
  if (typeof limit === 'string') return limit;
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (method === 'GET') return limit.GET ?? 'pages';
  if (method !== 'POST') return 'pages';
  // A POST from another site will be refused, so it must not use up the visitor's limit for the form.
  if (foreignPosts === 'refused' && isForeignOrigin(request, locals.services.site.siteUrl)) return 'pages';
  return limit.POST ?? 'pages';
}

/** Returns the id of the session, and stores the session for `requireStaff`. */
async function readSessionId({ locals, request }: APIContext): Promise<string | undefined> {
  const { auth } = locals.services.requests;
  if (!auth?.hasSessionCookie(request.headers.get('cookie') ?? undefined)) return undefined;
  locals.staffSession = auth.readSession(request.headers);
  return locals.staffSession.then(
    (session) => session.id,
    // Ignore errors: the page reports them.
    () => undefined,
  );
}
