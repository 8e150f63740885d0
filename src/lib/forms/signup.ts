import { ApiError } from '#lib/http/api-error.ts';
import type { SignupLetters } from '#lib/mail/signup-letters.ts';
import type { Signup, Signups } from '#lib/store/signups.ts';
import type { LinkTokens } from './link-tokens.ts';
import type { SignupPayload } from './signup-schema.ts';
import { emailKey, emailMessage } from './text-fields.ts';

const hour = 60 * 60 * 1000;
/** The letter says seven days. A mail may be held for seven before it is sent, or be retried. */
export const confirmWithin = 15 * 24 * hour;

type SignupDeps = { signups: Signups; tokens: LinkTokens; now?: Date };

/**
 * Stores a sign-up as pending and mails a link that confirms it, at most one mail an hour to an address.
 * Nothing in what it does or how long it takes tells whether the address was known.
 * @throws ApiError STORE_UNAVAILABLE
 */
export async function acceptSignup(
  { email, name, interests = [] }: SignupPayload,
  { signups, tokens, letters, now = new Date() }: SignupDeps & { letters?: SignupLetters | undefined },
): Promise<void> {
  const key = emailKey(email);
  if (!key) {
    throw new ApiError('INVALID_REQUEST', {
      message: emailMessage,
      resolution: 'Correct the address and send it again.',
      fields: { email: emailMessage },
    });
  }
  await signups.record(
    { email, emailKey: key, name: name ?? null, interests },
    {
      now: now.getTime(),
      mailEvery: hour,
      mailFor: (signup, mailboxKey) =>
        letters?.[letterKind(signup)](signup, linkTokensFor(signup, { mailboxKey, tokens, now })) ?? null,
    },
  );
}

/**
 * Confirms the sign-up that a mailed link names. Only a person's press of a button may call it: mail
 * scanners open links.
 * @throws ApiError INVALID_REQUEST for a link that is bad, expired or overtaken; STORE_UNAVAILABLE
 */
export async function confirmSignup(
  token: string,
  { signups, tokens, now = new Date() }: SignupDeps,
): Promise<void> {
  const [id = '', cycle = ''] = tokens.read('confirm', token, now)?.split(' ') ?? [];
  const confirmed = await signups.confirm(id, { cycle: Number(cycle), now: now.getTime() });
  if (!confirmed) throw badLink('Sign up again to get a new one.');
}

/**
 * Ends the sign-up that a mailed link names (RFC 8058 posts to it too). Doing it twice, or after the data
 * were deleted, is no error.
 * @returns what is true for the person now
 * @throws ApiError INVALID_REQUEST for a bad link; STORE_UNAVAILABLE
 */
export async function unsubscribe(
  token: string,
  { signups, tokens, now = new Date() }: SignupDeps,
): Promise<string> {
  const [id, mailboxKey] = tokens.read('unsubscribe', token, now)?.split(' ') ?? [];
  if (id === undefined) throw badLink('Use the link in a newer mail, or write to us.');
  const isRecorded = await signups.unsubscribe(id, { mailboxKey, now: now.getTime() });
  return isRecorded ? `${unsubscribed} ${ifEnteredAgain}` : unsubscribed;
}

const unsubscribed =
  'Your address is off our newsletter’s list. Only an issue that is being sent at this moment can still reach you.';
const ifEnteredAgain =
  'If someone enters your address again, we may send you one email about it, but not within the next hour. After that we wait at least a day before the next one, then 7 days, then 30 days each time.';

function letterKind({ status }: Signup): 'confirm' | 'alreadyConfirmed' {
  return status === 'confirmed' ? 'alreadyConfirmed' : 'confirm';
}

type TokenOptions = { mailboxKey: string; tokens: LinkTokens; now: Date };

function linkTokensFor({ id, cycle }: Signup, { mailboxKey, tokens, now }: TokenOptions) {
  return {
    confirmToken: tokens.sign('confirm', `${id} ${cycle}`, new Date(now.getTime() + confirmWithin)),
    unsubscribeToken: tokens.sign('unsubscribe', `${id} ${mailboxKey}`),
  };
}

function badLink(resolution: string): ApiError {
  return new ApiError('INVALID_REQUEST', { message: 'This link is not valid or has expired.', resolution });
}
