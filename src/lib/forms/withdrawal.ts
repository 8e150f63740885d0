import { ApiError } from '#lib/http/api-error.ts';
import type { RegistrationLetters } from '#lib/mail/registration-letters.ts';
import type { Registrations } from '#lib/store/registrations.ts';
import type { Catalogue } from './catalogue.ts';
import { letterFacts } from './letter-facts.ts';
import type { LinkTokens } from './link-tokens.ts';

type WithdrawOptions = {
  catalogue: Catalogue;
  submissions: Registrations;
  tokens: LinkTokens;
  letters?: RegistrationLetters | undefined;
  now?: Date;
};

/**
 * Withdraws the registration that a receipt's link names, as long as its term takes registrations. Doing it
 * twice is no error.
 * @throws ApiError INVALID_REQUEST for a bad link or after the term has closed; STORE_UNAVAILABLE
 */
export async function withdrawRegistration(
  token: string,
  { catalogue, submissions, tokens, letters, now = new Date() }: WithdrawOptions,
): Promise<{ reference: string }> {
  const reference = tokens.read('withdraw', token, now);
  const registration = reference === undefined ? undefined : await submissions.find(reference);
  if (!registration) {
    throw refused('This link is not valid.', 'Open the link in your receipt again, or write to us.');
  }
  if (registration.status === 'withdrawn') return { reference: registration.reference };
  const facts = letterFacts(registration, catalogue);
  if (!facts || catalogue.today > facts.term.registrationCloses) {
    throw refused(
      'Registration for this term has closed.',
      `Write to us and name your reference, ${registration.reference}.`,
    );
  }
  const mails = letters?.withdrawn(facts) ?? [];
  await submissions.withdraw(registration.reference, { now: now.getTime(), mails });
  return { reference: registration.reference };
}

function refused(message: string, resolution: string): ApiError {
  return new ApiError('INVALID_REQUEST', { message, resolution });
}
