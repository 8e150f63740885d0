import { ApiError } from '#lib/http/api-error.ts';
import { fieldErrors, linkErrors, requestErrors } from '#lib/i18n/en/errors.ts';
import { unsubscribedText } from '#lib/i18n/en/forms.ts';
import type { SignupLetters } from '#lib/mail/signup-letters.ts';
import type { Signup, Signups } from '#lib/store/forms/signups.ts';
import { pickAnswers } from './answers.ts';
import type { FormDefinition } from './form-definition.ts';
import type { LinkTokens } from './link-tokens.ts';
import { signupForm, type SignupPayload } from './signup-form.ts';
import { emailKey } from './text-fields.ts';

const hour = 60 * 60 * 1000;
/** The email says seven days, but it may be held for up to seven days or retried before it is sent. */
const confirmWithin = 15 * 24 * hour;
const columns = ['email', 'name', 'interests'];

type SignupDeps = { signups: Signups; tokens: LinkTokens; now?: Date };

type AcceptOptions = SignupDeps & { letters?: SignupLetters | undefined; form?: FormDefinition };

/**
 * Stores a sign-up as pending and sends a link that confirms it, at most one email an hour to an address. Neither
 * the result nor its timing reveals whether the address was known.
 * @throws ApiError STORE_UNAVAILABLE
 */
export async function acceptSignup(
  payload: SignupPayload,
  { signups, tokens, letters, form = signupForm, now = new Date() }: AcceptOptions,
): Promise<void> {
  const { email, name, interests = [] } = payload;
  const key = emailKey(email);
  if (!key) {
    const { message, resolution } = requestErrors.invalidFields;
    throw new ApiError('INVALID_REQUEST', { message, resolution, fields: { email: fieldErrors.email } });
  }
  await signups.record(
    { email, emailKey: key, name: name ?? null, interests, answers: pickAnswers(form, payload, columns) },
    {
      now: now.getTime(),
      mailEvery: hour,
      mailFor: (signup, mailboxKey) =>
        letters?.[letterKind(signup)](signup, linkTokensFor(signup, { mailboxKey, tokens, now })) ?? null,
    },
  );
}

/**
 * Confirms the sign-up that a link in an email names. Call it only for POST: mail scanners open links.
 * @throws ApiError INVALID_REQUEST for a link that is invalid, expired or outdated; STORE_UNAVAILABLE
 */
export async function confirmSignup(
  token: string,
  { signups, tokens, now = new Date() }: SignupDeps,
): Promise<void> {
  const [id = '', cycle = ''] = tokens.read('confirm', token, now)?.split(' ') ?? [];
  const confirmed = await signups.confirm(id, { cycle: Number(cycle), now: now.getTime() });
  if (!confirmed) throw new ApiError('INVALID_REQUEST', linkErrors.invalidSignup);
}

/**
 * Unsubscribes the address that a link in an email names, even if it was unsubscribed before or its data were deleted.
 * One-click unsubscribe (RFC 8058) posts to the same link.
 * @returns the text for the page
 * @throws ApiError INVALID_REQUEST for an invalid link; STORE_UNAVAILABLE
 */
export async function unsubscribe(
  token: string,
  { signups, tokens, now = new Date() }: SignupDeps,
): Promise<string> {
  const [id, mailboxKey] = tokens.read('unsubscribe', token, now)?.split(' ') ?? [];
  if (id === undefined) throw new ApiError('INVALID_REQUEST', linkErrors.invalidUnsubscribe);
  const isRecorded = await signups.unsubscribe(id, { mailboxKey, now: now.getTime() });
  return isRecorded ? `${unsubscribedText.done} ${unsubscribedText.ifEnteredAgain}` : unsubscribedText.done;
}

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
