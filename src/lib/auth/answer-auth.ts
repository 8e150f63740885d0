import { z } from 'zod';
import { ApiError } from '#lib/http/api-error.ts';
import { answerOtherMethod } from '#lib/http/other-methods.ts';
import { requireOwnOrigin } from '#lib/http/own-origin.ts';
import { readForm } from '#lib/http/read-form.ts';
import { readJson } from '#lib/http/read-json.ts';
import { authErrors } from '#lib/i18n/en/staff.ts';
import { answerCallback, deleteChecks, deleteCookies } from './answer-callback.ts';
import { goTo, noStore, pageAddress, redirect, type AuthContext } from './auth-redirects.ts';
import type { Auth } from './auth.ts';
import { authPath, callbackQuery, toAuthRequest, type AuthRequestOptions } from './auth-request.ts';
import { setCookies } from './cookies.ts';
import type { Exchange } from './exchange.ts';

/** The handler of Auth.js's Astro integration. */
type AuthHandler = (
  options: Exchange['options'],
  context: { request: Request; cookies: Pick<AuthContext['cookies'], 'set'> },
) => Promise<unknown>;

type SetCookie = Parameters<AuthContext['cookies']['set']>;

type Services = {
  auth: Auth | undefined;
  handler: AuthHandler;
  /** Counts a request that calls the directory against the client's rate limit. @throws ApiError RATE_LIMITED */
  countClient: () => Promise<unknown>;
};

type Method = 'GET' | 'POST';

const postedSchema = z.object({ csrfToken: z.string().optional(), callbackUrl: z.string().optional() });

/** The actions of Auth.js. `page` replaces the built-in page of Auth.js. */
const actions: ReadonlyMap<string, { methods: readonly Method[]; page?: string }> = new Map([
  ['session', { methods: ['GET', 'POST'] }],
  ['csrf', { methods: ['GET'] }],
  ['providers', { methods: ['GET'] }],
  ['signin', { methods: ['GET', 'POST'], page: '/staff/sign-in' }],
  ['signin/directory', { methods: ['GET', 'POST'], page: '/staff/sign-in' }],
  ['signout', { methods: ['GET', 'POST'], page: '/staff/sign-out' }],
  ['callback/directory', { methods: ['GET'] }],
  ['error', { methods: ['GET'], page: '/staff/sign-in' }],
]);

/** Answers every request below `/api/auth`. @throws ApiError */
export async function answerAuth(
  given: AuthContext,
  { auth, handler, countClient }: Services,
): Promise<Response> {
  const { request, action } = given;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!auth) return answerUnconfigured(action, isRead);
  const known = action === '' ? { methods: ['GET'] as const } : actions.get(action);
  if (!known) throw notFound();
  const refusal = answerOtherMethod(request, { methods: known.methods, errors: 'json', isOpen: false });
  if (refusal) return refusal;
  if (action === '') return listAddresses(auth);
  const context = action === 'callback/directory' ? ofSignIn(given, auth) : given;
  const method = isRead ? 'GET' : 'POST';
  if (method === 'POST') requireOwnOrigin(request, auth.siteUrl);
  if (known.page !== undefined && (method === 'GET' || action === 'signin')) {
    return redirect(pageAddress(known.page, { context, auth }));
  }
  if (action.endsWith('/directory')) await countClient();
  const answered = action === 'callback/directory' ? await answerCallback(context, auth) : undefined;
  if (answered) return answered;
  const { options, outcome } = await auth.begin();
  const authRequest = toAuthRequest(context.request.headers, await readOptions(context, { auth, method }));
  const set: SetCookie[] = [];
  const cookies = { set: (...cookie: SetCookie) => void set.push(cookie) };
  const response = await handler(options, { request: authRequest, cookies });
  if (!(response instanceof Response)) throw notFound();
  keepCookies(set, { context, auth, location: response.headers.get('location') });
  return finish(response, { context, auth, outcome });
}

function answerUnconfigured(action: string, isRead: boolean): Response {
  if (action === 'session' && isRead) return noStore(Response.json(null));
  // Returned rather than thrown, so it is not logged as an error.
  return new ApiError('AUTH_NOT_CONFIGURED', authErrors.notConfigured).toResponse();
}

function listAddresses({ siteUrl }: Auth): Response {
  const addresses = [...actions].map(([action, { methods }]) => ({
    url: `${siteUrl}${authPath}/${action}`,
    methods,
  }));
  return noStore(Response.json({ addresses }));
}

async function readOptions(
  { request, url, action }: AuthContext,
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
  const hasPrompt = action === 'signin/directory' && ['select_account', 'login'].includes(prompt);
  return { ...base, body, ...(hasPrompt && { query: new URLSearchParams({ prompt }) }) };
}

/** A callback with the cookies of its own sign-in, under the names of Auth.js. */
function ofSignIn(context: AuthContext, auth: Auth): AuthContext {
  const headers = new Headers(context.request.headers);
  const state = context.url.searchParams.get('state') ?? '';
  headers.set('Cookie', auth.cookiesForCallback(headers.get('cookie'), state));
  return { ...context, request: new Request(context.request.url, { headers }) };
}

/** Sets the cookies of Auth.js. Those of a sign-in get names of its own, and the oldest sign-ins lose theirs. */
function keepCookies(
  set: readonly SetCookie[],
  { context, auth, location }: { context: AuthContext; auth: Auth; location: string | null },
): void {
  const { request, url, cookies, action } = context;
  const isStart = action === 'signin/directory';
  if (isStart) deleteCookies(auth.outdatedCookies(request.headers.get('cookie')), { context, auth });
  const { searchParams } = (isStart && URL.parse(location ?? '')) || url;
  const state = searchParams.get('state') ?? '';
  for (const [name, value, options] of set) {
    cookies.set(auth.keyedCookie(name, state), value, options);
    // For a form that is sent again later, whose sign-in has no state yet.
    if (isStart && name === auth.cookieNames.callbackUrl) cookies.set(name, value, options);
  }
}

type Finish = { context: AuthContext; auth: Auth; outcome: Exchange['outcome'] };

/** Applies the outcome: ends the session, sets cookies, and replaces Auth.js's error pages with ours. */
async function finish(response: Response, { context, auth, outcome }: Finish): Promise<Response> {
  const { action } = context;
  const { ended, problem, refused, unavailable } = outcome;
  if (ended) await auth.endSession(ended);
  if (unavailable) throw unavailable;
  setCookies(context, response.headers.getSetCookie());
  const isRejected = response.status >= 400;
  if (action === 'callback/directory') {
    deleteChecks(context, auth);
    auth.onSignIn(refused ? 'refused' : problem !== undefined || isRejected ? 'failed' : 'accepted');
  }
  if (refused) {
    setCookies(context, [await auth.refusalCookie(refused)]);
    return redirect(`${auth.siteUrl}/staff/refused`);
  }
  if (action === 'session' && isRejected) throw wrongToken();
  // Sign-out succeeds even if the session can't be read, but not without the form's token.
  const isFailed = action === 'signout' ? problem === 'stale' : action !== 'session' && problem !== undefined;
  if (isFailed || isRejected) {
    if (action === 'signout') return goTo(context, pageAddress('/staff/sign-out', { context, auth }));
    return goTo(context, pageAddress('/staff/sign-in', { context, auth, problem: problem ?? 'failed' }));
  }
  if (action === 'signout') {
    const answer = goTo(context, await auth.afterSignOut(ended ?? {}));
    answer.headers.set('Clear-Site-Data', '"cache"');
    return answer;
  }
  const answer = new Response(response.body, response);
  answer.headers.delete('Set-Cookie');
  return noStore(answer);
}

function notFound(): ApiError {
  return new ApiError('NOT_FOUND', authErrors.unknownAddress({ path: authPath }));
}

function wrongToken(): ApiError {
  return new ApiError('INVALID_REQUEST', authErrors.wrongToken({ path: authPath }));
}
