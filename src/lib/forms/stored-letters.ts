import type { OtherFacts, RegistrationFacts } from '#lib/mail/registration-facts.ts';
import type { RegistrationLetters } from '#lib/mail/registration-letters.ts';
import type { OutgoingMail } from '#lib/store/mail/outbox.ts';
import type { OtherRegistration, Standing } from '#lib/store/forms/decisions.ts';
import type { KeptRegistration } from '#lib/store/forms/registration-conflicts.ts';
import type { ListedRegistration, RegistrationDetail } from '#lib/store/forms/registration-list.ts';
import { listRegistrationAnswers, parseAnswers } from './answers.ts';
import type { Catalogue } from './catalogue.ts';
import { courseFacts } from './course-details.ts';
import { askedGroups } from './course-groups.ts';
import type { LinkTokens } from './link-tokens.ts';

type Options = { catalogue: Catalogue; tokens: LinkTokens; letters: RegistrationLetters };

/** Returns the facts of a stored registration for its emails, or undefined if its term is no longer in the calendar. */
export function letterFacts(
  registration: ListedRegistration,
  catalogue: Catalogue,
): RegistrationFacts | undefined {
  const term = catalogue.term(registration.term);
  if (!term) return undefined;
  const asked = askedGroups(parseAnswers(registration)['groups']);
  return {
    reference: registration.reference,
    givenName: registration.given_name,
    familyName: registration.family_name,
    email: registration.email,
    term,
    courses: registration.course_set.split(' ').map((code) => courseFacts(code, term, { catalogue, asked })),
    answers: listRegistrationAnswers(registration),
  };
}

/**
 * Creates the student's email about the current state of a registration, with new links, because the text of sent
 * emails is not stored. Returns undefined if the term is no longer in the calendar.
 */
export function letterAbout(
  { registration, courses, others }: RegistrationDetail,
  { catalogue, tokens, letters }: Options,
): OutgoingMail | undefined {
  const facts = letterFacts(registration, catalogue);
  if (!facts) return undefined;
  if (isWithdrawnByStaff(registration)) return letters.withdrawnByRegistrar(facts);
  const { reference, confirmed_at, status } = registration;
  const isDecided = courses.some(({ decision }) => decision !== null);
  if (isDecided && status !== 'withdrawn') {
    return decisionLetter(registration, { outcome: courses, others }, { catalogue, tokens, letters });
  }
  const mails =
    status === 'withdrawn'
      ? letters.withdrawn({ ...facts, others: nameCourses(others, catalogue) })
      : letters.accepted({
          ...facts,
          waiting: courses.filter(({ waiting }) => waiting).map(({ course }) => course),
          ...(confirmed_at === null && { confirmToken: tokens.sign('confirm-registration', reference) }),
          withdrawToken: tokens.sign('withdraw', reference),
        });
  return mails.find(({ to }) => to.address === registration.email);
}

/**
 * Creates the emails after the registrar keeps one of several registrations. Each withdrawn registration gets an
 * email; the kept one gets an email only if it gained a seat. No email mentions the other registrations.
 */
export function conflictLetters(
  { kept, withdrawn, hasNewSeat, waiting }: KeptRegistration,
  options: Options,
): OutgoingMail[] {
  const { catalogue, letters } = options;
  const facts = hasNewSeat && kept.confirmed_at !== null ? letterFacts(kept, catalogue) : undefined;
  return [
    ...withdrawn
      .flatMap((registration) => letterFacts(registration, catalogue) ?? [])
      .map((each) => letters.withdrawnByRegistrar(each)),
    ...(facts
      ? [letters.placedByRegistrar({ ...facts, waiting, withdrawToken: withdrawTokenFor(facts, options) })]
      : []),
  ];
}

/** Creates the email about the registrar's decisions. Returns undefined if the term is no longer in the calendar. */
export function decisionLetter(
  registration: ListedRegistration,
  { outcome, others }: Standing,
  options: Options,
): OutgoingMail | undefined {
  const { catalogue, letters } = options;
  const facts = letterFacts(registration, catalogue);
  const withdrawToken = facts && withdrawTokenFor(facts, options);
  return (
    facts &&
    letters.decided({
      ...facts,
      outcome,
      others: nameCourses(others, catalogue),
      registerUntil: withdrawToken && facts.term.registrationCloses,
      withdrawToken,
    })
  );
}

/** Undefined once registration for the term is closed: it can't be withdrawn by a link then. */
export function withdrawTokenFor(
  { reference, term }: RegistrationFacts,
  { catalogue, tokens }: Pick<Options, 'catalogue' | 'tokens'>,
): string | undefined {
  return catalogue.today <= term.registrationCloses ? tokens.sign('withdraw', reference) : undefined;
}

/** Adds the titles of the courses. */
export function nameCourses(others: readonly OtherRegistration[], catalogue: Catalogue): OtherFacts[] {
  return others.map(({ reference, courses }) => ({
    reference,
    courses: courses.map(({ course, decision, waiting }) => ({
      code: course,
      title: catalogue.course(course)?.title ?? '',
      decision: decision ?? (waiting ? 'waiting' : null),
    })),
  }));
}

export function isWithdrawnByStaff({ status, handled_by, handled_at, withdrawn_at }: ListedRegistration) {
  return status === 'withdrawn' && handled_by !== null && handled_at === withdrawn_at;
}
