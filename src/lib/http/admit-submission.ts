import type { ClientAddress } from './client-address.ts';
import { limitHeaders, type Limit } from './limits.ts';
import { requireOwnOrigin } from './own-origin.ts';
import { clientOf } from './request-client.ts';

type Submission = { challengeToken?: string | undefined };
type RequestContext = { readonly request: Request; readonly clientAddress: string };

type AdmitOptions<Payload extends Submission, Action extends string> = {
  siteUrl: string;
  clientAddress: ClientAddress;
  limit: Limit;
  challenge: { require(token: string | undefined, sent: { client: string; action: Action }): Promise<void> };
  /** Identifies the form in its challenge. */
  action: Action;
  /** Reads and validates the body, before the challenge token is used up. */
  read: (request: Request) => Promise<Payload>;
};

/** 32 KiB, more than a person types into any form of the site. */
export const submissionLimits = { maxBytes: 32_768 } as const;

/**
 * Checks a form's request before anything is stored: origin, rate limit, body, challenge. The origin comes first,
 * so that pages of other sites can't use up a visitor's rate limit. Returns the headers for an accepted submission.
 * @throws ApiError
 */
export async function admitSubmission<Payload extends Submission, Action extends string>(
  context: RequestContext,
  { siteUrl, clientAddress, limit, challenge, action, read }: AdmitOptions<Payload, Action>,
): Promise<{ payload: Payload; headers: Record<string, string> }> {
  requireOwnOrigin(context.request, siteUrl);
  const client = clientOf(context, clientAddress);
  const state = await limit.take(client);
  const payload = await read(context.request);
  await challenge.require(payload.challengeToken, { client, action });
  return { payload, headers: { ...limitHeaders(state), 'Cache-Control': 'no-store' } };
}
