import type { ApiError } from './api-error.ts';
import { toApiError } from './endpoint.ts';
import type { Trace } from './trace.ts';

/** The outcome of a posted form: a result or a problem. Empty if nothing was posted. */
export type FormOutcome<Result> = { result?: Result; problem?: ApiError };

/**
 * Runs the action of a posted form. Returns an error as an ApiError that the visitor may see, so that the page can show
 * the form again with the input. Logs it as `endpoint` does.
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

/** Copies the status and headers of the problem to the page's response. */
export function answerAs(
  response: { status?: number; headers: Headers },
  { problem }: { problem?: ApiError | undefined },
): void {
  if (!problem) return;
  response.status = problem.status;
  for (const [name, value] of Object.entries(problem.headers)) response.headers.set(name, value);
}

type LinkPage = {
  request: Request;
  locals: { trace: Trace };
  response: { status?: number; headers: Headers };
};

/**
 * Handles the page behind a link in an email. GET changes nothing, since mail scanners open links; POST performs the
 * action.
 * @param name in the log
 * @param act performs the link's action after its button is pressed. Resolves with the message to show.
 */
export async function answerLink(
  { request, locals, response }: LinkPage,
  name: string,
  act: (token: string) => Promise<string>,
) {
  const { pathname, searchParams } = new URL(request.url);
  const token = searchParams.get('token') ?? '';
  const outcome: FormOutcome<string> =
    request.method === 'POST' ? await attempt(locals, name, () => act(token)) : {};
  answerAs(response, outcome);
  const { result: done, problem } = outcome;
  return {
    address: `${pathname}?token=${encodeURIComponent(token)}`,
    done,
    problem: problem && `${problem.message} ${problem.resolution}`,
  };
}
