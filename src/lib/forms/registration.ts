import { isRegistrationOpen, type Term } from '#lib/content/terms.ts';
import { ApiError } from '#lib/http/api-error.ts';
import type { RegistrationLetters } from '#lib/mail/registration-letters.ts';
import type { Registrations } from '#lib/store/registrations.ts';
import type { Catalogue, CatalogueCourse } from './catalogue.ts';
import type { LinkTokens } from './link-tokens.ts';
import { createReference } from './reference.ts';
import type { RegistrationPayload } from './registration-schema.ts';
import { emailKey } from './text-fields.ts';
import { findClash } from './timetable.ts';

const day = 24 * 60 * 60 * 1000;

export type PrerequisiteWarning = { code: string; requires: string[] };

export type AcceptedRegistration = {
  reference: string;
  /** Codes of the courses that are full, for which the student waits. */
  waitingList: string[];
  /** What each course builds on: a reminder, no refusal. */
  prerequisites: PrerequisiteWarning[];
  /** It was accepted before. */
  repeated: boolean;
};

type AcceptOptions = {
  catalogue: Catalogue;
  submissions: Registrations;
  tokens: LinkTokens;
  /** Undefined when mail is not set up: then no mail is written. */
  letters?: RegistrationLetters | undefined;
  now?: Date;
  reference?: () => string;
};

/**
 * Stores a registration before it returns, so an accepted one is never lost. The same student, term, set of
 * courses and email address within a day keeps its reference and is stored once. With mail it asks for a
 * confirmation by the link in its letter; without, it counts as confirmed.
 * @throws ApiError INVALID_REQUEST with `fields.term` or `fields.courses`; STORE_UNAVAILABLE
 */
export async function acceptRegistration(
  payload: RegistrationPayload,
  { catalogue, submissions, tokens, letters, now = new Date(), reference = createReference }: AcceptOptions,
): Promise<AcceptedRegistration> {
  const term = requireOpenTerm(payload.term, catalogue);
  const codes = payload.courses.toSorted();
  const courses = requireOffered(codes, { term, catalogue });
  requireNoClash(codes, { term, catalogue });
  const prerequisites = courses
    .filter((course) => course.prerequisites.length > 0)
    .map((course) => ({ code: course.code, requires: course.prerequisites }));

  const { repeated, waiting, ...stored } = await submissions.insertOnce(
    {
      ...payload,
      emailKey: emailKey(payload.email) ?? payload.email.toLowerCase(),
      courses: codes,
      note: payload.note || null,
      receivedAt: now.getTime(),
    },
    {
      seats: Object.fromEntries(codes.map((code) => [code, catalogue.seats(code, term.id)])),
      sameWithin: day,
      needsConfirmation: letters !== undefined,
      createReference: reference,
      mailsFor: (registration) =>
        letters?.accepted({
          ...payload,
          ...registration,
          courses,
          term,
          prerequisites,
          confirmToken: tokens.sign('confirm-registration', registration.reference),
          withdrawToken: tokens.sign('withdraw', registration.reference),
        }) ?? [],
    },
  );
  return { ...stored, waitingList: waiting, prerequisites, repeated };
}

function requireOpenTerm(id: string, catalogue: Catalogue): Term {
  const term = catalogue.term(id);
  if (term && isRegistrationOpen(term, catalogue.today)) return term;
  const open = catalogue.openTerms().map(({ title }) => title);
  const choice = open.length > 0 ? `Choose ${open.join(' or ')}` : 'No term is open for registration today';
  throw invalid({
    term: term ? `Registration for ${term.title} is not open. ${choice}` : choice,
  });
}

function requireOffered(codes: readonly string[], { term, catalogue }: InTerm): CatalogueCourse[] {
  const missing = codes.filter((code) => catalogue.offerings(code, term.id).length === 0);
  if (missing.length > 0) {
    throw invalid({ courses: `Not on offer in ${term.title}: ${missing.join(', ')}. Choose other courses` });
  }
  return codes.flatMap((code) => catalogue.course(code) ?? []);
}

function requireNoClash(codes: readonly string[], { term, catalogue }: InTerm): void {
  const choices = codes.map((code) => ({ code, offerings: catalogue.offerings(code, term.id) }));
  const clash = findClash(choices, term);
  if (!clash) return;
  throw invalid({ courses: `${clash.join(' and ')} meet at the same time. Choose one of them` });
}

type InTerm = { term: Term; catalogue: Catalogue };

function invalid(fields: Record<string, string>): ApiError {
  return new ApiError('INVALID_REQUEST', {
    message: 'The registration can’t be accepted as it is.',
    resolution: 'Correct what `fields` names and send it again.',
    fields,
  });
}
