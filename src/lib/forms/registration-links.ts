import { ApiError } from '#lib/http/api-error.ts';
import { linkErrors } from '#lib/i18n/en/errors.ts';
import type { RegistrationLetters } from '#lib/mail/registration-letters.ts';
import type { Registrations } from '#lib/store/forms/registrations.ts';
import type { Catalogue } from './catalogue.ts';
import type { LinkPurpose, LinkTokens } from './link-tokens.ts';
import { letterFacts, nameCourses, withdrawTokenFor } from './stored-letters.ts';

export type LinkOptions = {
  catalogue: Catalogue;
  submissions: Registrations;
  tokens: LinkTokens;
  /** Undefined if email is not set up. */
  letters?: RegistrationLetters | undefined;
  now?: Date;
};

type ConfirmedRegistration = {
  reference: string;
  /** Codes of the courses in which the student has a seat. */
  seats: string[];
  waitingList: string[];
};

/**
 * Confirms the registration that a link in an email names. Idempotent. A registration that no longer holds its seats
 * gets free seats or joins the waiting lists, and an email says which.
 * @throws ApiError INVALID_REQUEST for an invalid link, a withdrawn registration or a past term; STORE_UNAVAILABLE
 */
export async function confirmRegistration(
  token: string,
  { catalogue, submissions, tokens, letters, now = new Date() }: LinkOptions,
): Promise<ConfirmedRegistration> {
  const registration = await findNamed(token, { purpose: 'confirm-registration', submissions, tokens, now });
  if (!registration) throw new ApiError('INVALID_REQUEST', linkErrors.invalidConfirmation);
  const facts = letterFacts(registration, catalogue);
  if (!facts || catalogue.today > facts.term.ends) throw new ApiError('INVALID_REQUEST', linkErrors.termOver);
  const codes = registration.course_set.split(' ');
  const waitingList = await submissions.confirm(registration.reference, {
    now: now.getTime(),
    seats: Object.fromEntries(codes.map((code) => [code, catalogue.seats(code, facts.term.id)])),
    lateMailsFor: (waiting) =>
      letters?.placed({ ...facts, waiting, withdrawToken: withdrawTokenFor(facts, { catalogue, tokens }) }) ??
      [],
  });
  if (!waitingList) throw new ApiError('INVALID_REQUEST', linkErrors.withdrawn);
  const without = [...waitingList, ...(await submissions.listRefused(registration.id))];
  const seats = codes.filter((code) => !without.includes(code));
  return { reference: registration.reference, seats, waitingList };
}

/**
 * Withdraws the registration that a link in an email names, while its term is open for registration. Idempotent.
 * @throws ApiError INVALID_REQUEST for an invalid link or a closed term; STORE_UNAVAILABLE
 */
export async function withdrawRegistration(
  token: string,
  { catalogue, submissions, tokens, letters, now = new Date() }: LinkOptions,
): Promise<{ reference: string }> {
  const registration = await findNamed(token, { purpose: 'withdraw', submissions, tokens, now });
  if (!registration) throw new ApiError('INVALID_REQUEST', linkErrors.invalidWithdrawal);
  const { reference } = registration;
  if (registration.status === 'withdrawn') return { reference };
  const facts = letterFacts(registration, catalogue);
  if (!facts || catalogue.today > facts.term.registrationCloses) {
    throw new ApiError('INVALID_REQUEST', linkErrors.termClosed({ reference }));
  }
  const others = letters ? nameCourses(await submissions.listOthers(registration), catalogue) : [];
  const mails = letters?.withdrawn({ ...facts, others }) ?? [];
  await submissions.withdraw(reference, { now: now.getTime(), mails });
  return { reference };
}

async function findNamed(
  token: string,
  {
    purpose,
    submissions,
    tokens,
    now,
  }: { purpose: LinkPurpose; submissions: Registrations; tokens: LinkTokens; now: Date },
) {
  const reference = tokens.read(purpose, token, now);
  return reference === undefined ? undefined : submissions.find(reference);
}
