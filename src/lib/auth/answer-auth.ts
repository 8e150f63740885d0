import type { APIContext } from 'astro';
import { z } from 'zod';
import { ApiError } from '#lib/http/api-error.ts';
import { methodNotAllowed } from '#lib/http/endpoint.ts';
import { requireOwnOrigin } from '#lib/http/own-origin.ts';
import { readForm } from '#lib/http/read-form.ts';
import { readJson } from '#lib/http/read-json.ts';
import type { Auth } from './auth.ts';
import { authPath, callbackQuery, toAuthRequest, type AuthRequestOptions } from './auth-request.ts';
import { parseCookies, passOnCookies } from './cookies.ts';
import type { Exchange } from './exchange.ts';
import { toSafePath } from './safe-path.ts';
import type { StaffContext } from './staff-types.ts';

/** Auth.js as its Astro integration wraps it: of a context it reads no more than these. */
export type AuthHandler = (
  options: Exchange['options'],
  context: Pick<APIContext, 'request' | 'cookies'>,
) => Promise<unknown>;

type Services = {
  auth: Auth | undefined;
  handler: AuthHandler;
  /** Counts a step that asks the directory. @throws ApiError RATE_LIMITED */
  countClient: () => Promise<unknown>;
};

type Context = Pick<APIContext, 'request' | 'url' | 'cookies'> & { action: string };
type Method = 'GET' | 'POST';

const postedSchema = z.object({ csrfToken: z.string().optional(), callbackUrl: z.string().optional() });

/** What Auth.js answers, by method; `page` is a page of ours that takes the place of one of its own. */
const actions: Readonly<Record<string, { methods: readonly Method[]; page?: string }>> = {
  session: { methods: ['GET', 'POST'] },
  csrf: { methods: ['GET'] },
  providers: { methods: ['GET'] },
  signin: { methods: ['GET', 'POST'], page: '/staff/sign-in' },
  'signin/directory': { methods: ['GET', 'POST'], page: '/staff/sign-in' },
  signout: { methods: ['GET', 'POST'], page: '/staff/sign-out' },
  'callback/directory': { methods: ['GET'] },
  error: { methods: ['GET'], page: '/staff/sign-in' },
};

/** Every request below `/api/auth`. @throws ApiError */
export async function answerAuth(
  context: Context,
  { auth, handler, countClient }: Services,
): Promise<Response> {
  const { request, action } = context;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!auth) return answerUnconfigured(action, isRead);
  if (action === '') return isRead ? listAddresses(auth) : refuse(context, ['GET']);
  const known = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (!known) throw nothingHere();
  const method = isRead ? 'GET' : known.methods.find((each) => each === request.method);
  if (!method || !known.methods.includes(method)) return refuse(context, known.methods);
  if (method === 'POST') requireOwnOrigin(request, auth.siteUrl);
  if (known.page !== undefined && (method === 'GET' || action === 'signin')) {
    return redirect(toPage(known.page, { context, auth }));
  }
  if (action.endsWith('/directory')) await countClient();
  const { options, outcome } = await auth.begin();
  const asked = await readAsked(context, { auth, method });
  const cookies = context.cookies;
  const response = await handler(options, { request: toAuthRequest(request.headers, asked), cookies });
  if (!(response instanceof Response)) throw nothingHere();
  return finish(response, { context, auth, outcome });
}

function answerUnconfigured(action: string, isRead: boolean): Response {
  if (action === 'session' && isRead) return noStore(Response.json(null));
  // Returned, since it is no fault that the log should tell.
  return new ApiError('AUTH_NOT_CONFIGURED', {
    message: 'Nobody can sign in here: no directory is configured.',
    resolution: 'Who runs this site finds at /staff how to configure one.',
  }).toResponse();
}

function listAddresses({ siteUrl }: Auth): Response {
  const addresses = Object.entries(actions).map(([action, { methods }]) => ({
    url: `${siteUrl}${authPath}/${action}`,
    methods,
  }));
  return noStore(Response.json({ addresses }));
}

async function readAsked(
  { request, url, action }: Context,
  { auth, method }: { auth: Auth; method: Method },
): Promise<AuthRequestOptions> {
  const base = { siteUrl: auth.siteUrl, cookieNames: auth.cookieNames, action, method };
  if (action === 'callback/directory') return { ...base, query: callbackQuery(url.searchParams) };
  if (method === 'GET') return base;
  const isJson = request.headers.get('content-type')?.startsWith('application/json') ?? false;
  const limits = { maxBytes: 8_192 };
  const { csrfToken = '', callbackUrl } = isJson
    ? await readJson(request, postedSchema, limits)
    : await readForm(request, { ...limits, fields: { csrfToken: 'one', callbackUrl: 'one' } });
  const body = { csrfToken, callbackUrl };
  const prompt = url.searchParams.get('prompt') ?? '';
  const query = ['select_account', 'login'].includes(prompt) ? new URLSearchParams({ prompt }) : undefined;
  return { ...base, body, ...(action === 'signin/directory' && query && { query }) };
}

type Finish = { context: Context; auth: Auth; outcome: Exchange['outcome'] };

/** Auth.js's answer with what came of it: pages of ours for its errors, and none of its texts. */
async function finish(response: Response, { context, auth, outcome }: Finish): Promise<Response> {
  const { action } = context;
  if (outcome.ended) await auth.endSession(outcome.ended);
  if (outcome.unavailable) throw outcome.unavailable;
  passOnCookies(context, response.headers.getSetCookie());
  const isCallback = action === 'callback/directory';
  if (isCallback) forgetChecks(context, auth);
  const isAnError = outcome.problem !== undefined || response.status >= 400;
  if (isCallback) auth.onSignIn(outcome.refused ? 'refused' : isAnError ? 'failed' : 'accepted');
  if (outcome.refused) {
    passOnCookies(context, [await auth.refusalCookie(outcome.refused)]);
    return redirect(`${auth.siteUrl}/staff/refused`);
  }
  if (action === 'session' && response.status >= 400) throw wrongToken();
  // Signing out goes on when the session could not be read, but not without the form's token.
  const isFailed = action === 'signout' ? outcome.problem === 'stale' : outcome.problem !== undefined;
  if ((isFailed && action !== 'session') || response.status >= 400) {
    const page = toPage('/staff/sign-in', { context, auth, problem: outcome.problem ?? 'failed' });
    return wantsJson(context) ? noStore(Response.json({ url: page })) : redirect(page);
  }
  if (action === 'signout') {
    const location = await auth.afterSignOut(outcome.ended ?? {});
    const answer = wantsJson(context) ? noStore(Response.json({ url: location })) : redirect(location);
    answer.headers.set('Clear-Site-Data', '"cache"');
    return answer;
  }
  const answer = new Response(response.body, response);
  answer.headers.delete('Set-Cookie');
  return noStore(answer);
}

/** A check is good for one callback, however that ends. */
function forgetChecks({ cookies, request }: StaffLike, { cookieNames, siteUrl }: Auth): void {
  const secure = siteUrl.startsWith('https:');
  const sent = new Set(parseCookies(request.headers.get('cookie')).map(([name]) => name));
  for (const name of [cookieNames.state, cookieNames.nonce, cookieNames.pkceCodeVerifier]) {
    if (sent.has(name)) cookies.delete(name, { path: '/', secure, httpOnly: true, sameSite: 'lax' });
  }
}

type StaffLike = Pick<StaffContext, 'cookies' | 'request'>;

function toPage(
  page: string,
  { context, auth, problem }: { context: Context; auth: Auth; problem?: string },
): string {
  const query = new URLSearchParams();
  const { cookieNames, siteUrl } = auth;
  const kept = context.cookies.get(cookieNames.callbackUrl)?.value;
  const next = toSafePath(context.url.searchParams.get('callbackUrl') ?? kept, siteUrl);
  if (next !== '/staff') query.set('callbackUrl', next);
  const kind = problem ?? (context.action === 'error' ? 'failed' : undefined);
  if (kind !== undefined) query.set('problem', kind);
  return `${siteUrl}${page}${query.size > 0 ? `?${query}` : ''}`;
}

/** Auth.js's own client asks to be told the address instead of being sent there. */
function wantsJson({ request }: Context): boolean {
  return request.headers.has('x-auth-return-redirect');
}

function refuse(context: Context, methods: readonly Method[]): Response | Promise<Response> {
  const allowed = [...methods.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each])), 'OPTIONS'];
  return methodNotAllowed(...allowed)(context as unknown as APIContext);
}

function nothingHere(): ApiError {
  return new ApiError('NOT_FOUND', {
    message: 'There is nothing at this address.',
    resolution: `GET ${authPath} lists the addresses for signing in.`,
  });
}

function wrongToken(): ApiError {
  return new ApiError('INVALID_REQUEST', {
    message: 'The form’s token is missing or not this browser’s.',
    resolution: `Send the token that GET ${authPath}/csrf gives, with its cookie.`,
  });
}

function redirect(location: string): Response {
  return noStore(new Response(null, { status: 303, headers: { Location: location } }));
}

function noStore(response: Response): Response {
  response.headers.set('Cache-Control', 'no-store');
  return response;
}
