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
  /** The form, as its challenge names it. */
  action: Action;
  /** Reads and checks the body; a challenge is spent only on what passed. */
  read: (request: Request) => Promise<Payload>;
};

/** Every form of ours is short: 32 KiB hold the longest that a person fills in. */
export const submissionLimits = { maxBytes: 32_768 } as const;

/**
 * Checks a form's request before anything is stored: origin, count, body, challenge. The origin comes first, so
 * that pages of other sites can't use up a visitor's limit. The headers are those of the accepted answer.
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
