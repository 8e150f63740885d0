import { ApiError } from '#lib/http/api-error.ts';
import type { RegistrationLetters } from '#lib/mail/registration-letters.ts';
import type { Registrations } from '#lib/store/registrations.ts';
import type { Catalogue } from './catalogue.ts';
import { letterFacts } from './letter-facts.ts';
import type { LinkTokens } from './link-tokens.ts';

type ConfirmOptions = {
  catalogue: Catalogue;
  submissions: Registrations;
  tokens: LinkTokens;
  letters?: RegistrationLetters | undefined;
  now?: Date;
};

export type ConfirmedRegistration = {
  reference: string;
  /** Codes of the courses in which it has a seat, until the registrar decides. */
  seats: string[];
  waitingList: string[];
};

/**
 * Confirms the registration that the link in its email names. After its seats were let go it takes those that
 * are free now, or a place on the waiting list, and a mail says which. Doing it twice changes nothing.
 * @throws ApiError INVALID_REQUEST for a bad link, a withdrawn registration or a term that is over; STORE_UNAVAILABLE
 */
export async function confirmRegistration(
  token: string,
  { catalogue, submissions, tokens, letters, now = new Date() }: ConfirmOptions,
): Promise<ConfirmedRegistration> {
  const reference = tokens.read('confirm-registration', token, now);
  const registration = reference === undefined ? undefined : await submissions.find(reference);
  if (!registration) {
    throw refused('This link is not valid.', 'Open the link in your email again, or write to us.');
  }
  const facts = letterFacts(registration, catalogue);
  if (!facts || catalogue.today > facts.term.ends) {
    throw refused('The term of this registration is over.', 'Register for a term that is open.');
  }
  const codes = registration.course_set.split(' ');
  const waitingList = await submissions.confirm(registration.reference, {
    now: now.getTime(),
    seats: Object.fromEntries(codes.map((code) => [code, catalogue.seats(code, facts.term.id)])),
    lateMailsFor: (waiting) => letters?.placed({ ...facts, waiting }) ?? [],
  });
  if (!waitingList) {
    throw refused('This registration is withdrawn.', 'Register again as long as registration is open.');
  }
  const seats = codes.filter((code) => !waitingList.includes(code));
  return { reference: registration.reference, seats, waitingList };
}

/** What the page says once it is confirmed. */
export function describeConfirmed({ reference, seats, waitingList }: ConfirmedRegistration): string {
  return [
    `Your registration ${reference} is confirmed.`,
    ...(seats.length > 0 ? [`We hold a seat for you in ${seats.join(', ')}.`] : []),
    ...(waitingList.length > 0 ? [`You are on the waiting list for ${waitingList.join(', ')}.`] : []),
    'The registrar will confirm your places by email.',
  ].join(' ');
}

function refused(message: string, resolution: string): ApiError {
  return new ApiError('INVALID_REQUEST', { message, resolution });
}
