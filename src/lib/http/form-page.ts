import type { ApiError } from './api-error.ts';
import { toApiError } from './endpoint.ts';
import type { Trace } from './trace.ts';

/** What came of a posted form: a result or a problem; neither where nothing was posted. */
export type Outcome<Result> = { result?: Result; problem?: ApiError };

/**
 * Does what a posted form asks for. What goes wrong comes back as what the person may know of it, logged like
 * an endpoint's, so that the page can show the form again with all that was typed.
 */
export async function attempt<Result>(
  { trace }: { trace: Trace },
  name: string,
  work: () => Promise<Result>,
): Promise<{ result: Result; problem?: never } | { result?: never; problem: ApiError }> {
  try {
    return { result: await work() };
  } catch (error) {
    return { problem: toApiError(trace.log, name, error) };
  }
}

/** The answer to a method that a page with a form does not take; undefined when it takes it. */
export function refuseMethod(request: Request): Response | undefined {
  const allow = 'GET, HEAD, POST, OPTIONS';
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow } });
  if (['GET', 'HEAD', 'POST'].includes(request.method)) return undefined;
  const headers = { Allow: allow, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  return new Response(`Use one of ${allow} here.\n`, { status: 405, headers });
}

/** Gives the page the status and headers of its problem. */
export function answerAs(
  response: { status?: number; headers: Headers },
  { problem }: { problem?: ApiError | undefined },
): void {
  if (!problem) return;
  response.status = problem.status;
  for (const [name, value] of Object.entries(problem.headers)) response.headers.set(name, value);
}

type LinkPage = {
  /** What the log calls it. */
  name: string;
  request: Request;
  locals: { trace: Trace };
  response: { status?: number; headers: Headers };
  /** Does what the link is for, when its button is pressed; gives back what to tell. */
  act: (token: string) => Promise<string>;
};

/**
 * The page behind a mailed link: opening it does nothing, since mail scanners open links; posting to it acts.
 * Gives the answer itself where the page does not take the method.
 */
export async function answerLink({ name, request, locals, response, act }: LinkPage) {
  const refusal = refuseMethod(request);
  if (refusal) return refusal;
  const { pathname, searchParams } = new URL(request.url);
  const token = searchParams.get('token') ?? '';
  const outcome: Outcome<string> =
    request.method === 'POST' ? await attempt(locals, name, () => act(token)) : {};
  answerAs(response, outcome);
  const { result: done, problem } = outcome;
  return {
    address: `${pathname}?token=${encodeURIComponent(token)}`,
    done,
    problem: problem && `${problem.message} ${problem.resolution}`,
  };
}
