import { ApiError } from '#lib/http/api-error.ts';
import { linkErrors } from '#lib/i18n/en/errors.ts';
import type { Registrations } from '#lib/store/forms/registrations.ts';
import { parseAnswers } from './answers.ts';
import type { LinkTokens } from './link-tokens.ts';
import { acceptRegistration, type AcceptedRegistration, type AcceptOptions } from './registration.ts';
import type { RegistrationPayload } from './registration-form.ts';

/** How long the address of a registration can be corrected, in milliseconds. */
const correctableFor = 3_600_000;

type Tokens = { tokens: LinkTokens; now?: Date };

/**
 * Signs the permission to correct the address of a new registration. Not for a repeated one: whoever repeats it may be
 * someone else, and must not take it over.
 */
export function signCorrection(
  { reference, repeated }: AcceptedRegistration,
  { tokens, now = new Date() }: Tokens,
): string | undefined {
  if (repeated) return undefined;
  return tokens.sign('correct-registration', reference, new Date(now.getTime() + correctableFor));
}

type Find = Tokens & { submissions: Registrations };

/** @throws ApiError INVALID_REQUEST for an invalid token, or a confirmed or withdrawn registration; STORE_UNAVAILABLE */
export async function findCorrectable(token: string, options: Find) {
  const registration = await findNamed(token, options);
  if (registration.status === 'requested' && registration.confirmed_at === null) return registration;
  throw new ApiError('INVALID_REQUEST', linkErrors.notCorrectable);
}

async function findNamed(token: string, { submissions, tokens, now = new Date() }: Find) {
  const reference = tokens.read('correct-registration', token, now);
  const registration = reference === undefined ? undefined : await submissions.find(reference);
  if (!registration) throw new ApiError('INVALID_REQUEST', linkErrors.invalidCorrection);
  return registration;
}

/**
 * Replaces an unconfirmed registration by the same one with another address, which takes over its seats. It has a
 * reference of its own, so that the links in the email to the mistyped address no longer work. Idempotent.
 * @throws ApiError like `findCorrectable` and `acceptRegistration`
 */
export async function correctAddress(
  { token, email }: { token: string; email: string },
  options: AcceptOptions,
): Promise<AcceptedRegistration & { payload: RegistrationPayload }> {
  const replaces = await findNamed(token, options);
  const payload = {
    ...parseAnswers(replaces),
    studentNumber: replaces.student_number,
    givenName: replaces.given_name,
    familyName: replaces.family_name,
    email,
    term: replaces.term,
    courses: replaces.course_set.split(' '),
    note: replaces.note ?? undefined,
  };
  return { ...(await acceptRegistration(payload, { ...options, replaces })), payload };
}
