import type { Term } from '#lib/content/terms.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { linkErrors, registrationErrors as errors, requestErrors } from '#lib/i18n/en/errors.ts';
import { groupsAnswer, listAnswers, pickAnswers } from './answers.ts';
import type { Catalogue } from './catalogue.ts';
import { courseFacts, describeAskedGroups } from './course-details.ts';
import { readChosenCourses } from './course-groups.ts';
import type { FormDefinition } from './form-definition.ts';
import type { LinkOptions } from './registration-links.ts';
import { createReference } from './reference.ts';
import { registrationForm, type RegistrationPayload } from './registration-form.ts';
import { emailKey } from './text-fields.ts';
import { findOfferErrors } from './registration-checks.ts';

const day = 24 * 60 * 60 * 1000;
const columns = ['studentNumber', 'givenName', 'familyName', 'email', 'term', 'courses', 'note'];

export type AcceptedRegistration = {
  reference: string;
  /** Codes of the full courses, for which the student is on the waiting list. */
  waitingList: string[];
  /** True if an earlier request stored the registration. */
  repeated: boolean;
};

export type AcceptOptions = LinkOptions & {
  /**
   * For a registration that was sent before, with another address. `replaces` is the one that it replaces if that is
   * unconfirmed, with its seats and its place in the waiting lists.
   */
  corrects?: { replaces: { reference: string; received_at: number } | undefined };
  form?: FormDefinition;
  reference?: () => string;
};

/**
 * Stores a registration before it returns, so an accepted one is never lost. A registration with the same student,
 * term, courses and email address within a day is stored once and keeps its reference. If email is set up, the student
 * must confirm it with a link in an email; otherwise it counts as confirmed.
 * @throws ApiError INVALID_REQUEST with `fields.term` or `fields.courses`; STORE_UNAVAILABLE
 */
export async function acceptRegistration(
  payload: RegistrationPayload,
  options: AcceptOptions,
): Promise<AcceptedRegistration> {
  const { catalogue, submissions, tokens, letters, corrects } = options;
  const { form = registrationForm, now = new Date() } = options;
  const replaces = corrects?.replaces;
  const chosen = readChosenCourses(payload.courses);
  const codes = chosen.map(({ code }) => code).toSorted();
  // What was on offer when it was sent stays accepted.
  const term = corrects
    ? catalogue.term(payload.term)
    : requireOnOffer({ term: payload.term, courses: payload.courses.toSorted() }, catalogue);
  if (!term) throw new ApiError('INVALID_REQUEST', linkErrors.invalidCorrection);
  const courses = codes.map((code) => courseFacts(code, term, { catalogue, asked: payload.courses }));
  const groups = describeAskedGroups(chosen, term, catalogue);

  const registration = {
    ...payload,
    emailKey: emailKey(payload.email) ?? payload.email.toLowerCase(),
    courses: codes,
    note: payload.note ?? null,
    answers: { ...pickAnswers(form, payload, columns), ...(groups.length > 0 && { groups }) },
    receivedAt: replaces?.received_at ?? now.getTime(),
  };
  const facts = { ...payload, courses, term, answers: [...listAnswers(form, payload), groupsAnswer(groups)] };
  const insert = {
    seats: Object.fromEntries(codes.map((code) => [code, catalogue.seats(code, term.id)])),
    sameWithin: day,
    needsConfirmation: letters !== undefined,
    createReference: options.reference ?? (() => createReference('R')),
    mailsFor: (stored: { reference: string; waiting: string[]; replaces?: string | undefined }) => [
      ...(letters?.accepted({
        ...facts,
        ...stored,
        confirmToken: tokens.sign('confirm-registration', stored.reference),
        withdrawToken: tokens.sign('withdraw', stored.reference),
      }) ?? []),
    ],
  };
  const stored = replaces
    ? await submissions.replace(replaces.reference, registration, { ...insert, now: now.getTime() })
    : await submissions.insertOnce(registration, insert);
  return { reference: stored.reference, waitingList: stored.waiting, repeated: stored.repeated };
}

function requireOnOffer(choice: { term: string; courses: readonly string[] }, catalogue: Catalogue): Term {
  const problems = findOfferErrors(choice, catalogue);
  const term = catalogue.term(choice.term);
  if (!term || Object.keys(problems).length > 0) throw invalid(problems);
  return term;
}

function invalid(fields: Readonly<Record<string, string>>): ApiError {
  const { resolution } = requestErrors.invalidFields;
  return new ApiError('INVALID_REQUEST', { message: errors.message, resolution, fields });
}
