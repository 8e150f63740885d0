import { clientKey, type ClientAddress } from './client-address.ts';
import { limitHeaders, type FormPageLimits, type Limit, type LimitState } from './limits.ts';
import { requireOwnOrigin } from './own-origin.ts';
import { clientOf } from './request-client.ts';

type Submission = { challengeToken?: string | undefined };
type RequestContext = { readonly request: Request; readonly clientAddress: string };

type AdmitOptions<Payload extends Submission, Action extends string> = {
  siteUrl: string;
  clientAddress: ClientAddress;
  challenge: {
    readonly required: boolean;
    require(
      token: string | undefined,
      sent: { client: string; action: Action; content: string },
    ): Promise<void>;
  };
  /** Identifies the form in its challenge. */
  action: Action;
  /** Reads and validates the body, before the challenge token is used up. */
  read: (request: Request) => Promise<Payload>;
};

type JsonOptions<Payload extends Submission, Action extends string> = AdmitOptions<Payload, Action> & {
  limit: Limit;
};

type PageOptions<Payload extends Submission, Action extends string, Result> = AdmitOptions<
  Payload,
  Action
> & {
  limits: FormPageLimits;
  /** Returns a normalised email address, which is the same for equivalent addresses. */
  emailKeyOf: (payload: Payload) => string;
  /** Stores the form. */
  accept: (payload: Payload) => Promise<Result>;
};

/** 32 KiB, more than a person types into any form of the site. */
export const submissionLimits = { maxBytes: 32_768 } as const;

/**
 * Checks a form that was sent as JSON before anything is stored: origin, rate limit, body, challenge. The origin comes
 * first, so that pages of other sites can't use up a visitor's rate limit. Returns the headers for an accepted
 * submission.
 * @throws ApiError
 */
export async function admitSubmission<Payload extends Submission, Action extends string>(
  context: RequestContext,
  { siteUrl, clientAddress, limit, challenge, action, read }: JsonOptions<Payload, Action>,
): Promise<{ payload: Payload; headers: Record<string, string> }> {
  requireOwnOrigin(context.request, siteUrl);
  const client = clientOf(context, clientAddress);
  const state = await limit.take(client);
  const payload = await read(context.request);
  await challenge.require(payload.challengeToken, { client, action, content: JSON.stringify(payload) });
  return { payload, headers: headersOf(state) };
}

/**
 * Checks and stores a form that was sent from its own page. Only accepted forms count against the form's limit, and
 * every attempt against a larger one, so that typing mistakes lock nobody out. After a passed challenge, both counts
 * are kept per client and email address instead of per client, so that people who share an IP address don't lock each
 * other out.
 * @throws ApiError; with RATE_LIMITED, `read` has been called, so that the page can show the input again
 */
export async function admitFromPage<Payload extends Submission, Action extends string, Result>(
  context: RequestContext,
  options: PageOptions<Payload, Action, Result>,
): Promise<{ result: Result; headers: Record<string, string> }> {
  const { siteUrl, clientAddress, limits, challenge, action, read, emailKeyOf, accept } = options;
  requireOwnOrigin(context.request, siteUrl);
  const client = clientOf(context, clientAddress);
  const [attempt, body] = await Promise.allSettled([limits.attempts.take(client), read(context.request)]);
  if (attempt.status === 'rejected') throw attempt.reason;
  if (body.status === 'rejected') throw body.reason;
  const payload = body.value;
  await challenge.require(payload.challengeToken, { client, action, content: JSON.stringify(payload) });
  let counted = client;
  if (challenge.required) {
    counted = `${clientKey(client)} ${emailKeyOf(payload)}`;
    await attempt.value.undo();
    await limits.attempts.take(counted);
  }
  const state = await limits.accepted.take(counted);
  try {
    return { result: await accept(payload), headers: headersOf(state) };
  } catch (error) {
    await state.undo();
    throw error;
  }
}

function headersOf(state: LimitState): Record<string, string> {
  return { ...limitHeaders(state), 'Cache-Control': 'no-store' };
}
