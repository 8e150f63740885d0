import { formatDay } from '#lib/content/formats.ts';
import type { Day, Term } from '#lib/content/terms.ts';
import type { Answer } from '#lib/forms/answers.ts';
import { receiptText, registrationMailText as text } from '#lib/i18n/en/mails.ts';
import type { Decision } from '#lib/store/forms/plan-decisions.ts';
import type { Fact, LetterSettings, Paragraphs } from './letter.ts';

export type CourseFacts = {
  code: string;
  title: string;
  prerequisites: readonly string[];
  /** Days, place and fee; empty if the course is not offered. */
  details: readonly Fact[];
};

export type RegistrationFacts = {
  reference: string;
  givenName: string;
  familyName: string;
  email: string;
  term: Term;
  courses: readonly CourseFacts[];
  /** Shown to the registrar. */
  answers: readonly Answer[];
};

/** What holds for another registration of the person. */
export type OtherFacts = {
  reference: string;
  courses: { code: string; title: string; decision: Decision | null }[];
};

/** What holds for the course with a code. */
export type StandingOf = (code: string) => readonly Fact[];

export function listCourses({ courses }: RegistrationFacts, standingOf: StandingOf = () => []): Paragraphs {
  return courses.map((course) => ({
    title: text.course(course),
    facts: [...standingOf(course.code), ...course.details],
  }));
}

/** The facts about a registration as a whole. */
export function listRegistration({ reference, term }: RegistrationFacts): Fact[] {
  const { title, starts, ends } = term;
  return [
    { label: text.labels.reference, text: reference },
    { label: text.labels.term, text: text.term({ title, starts: formatDay(starts), ends: formatDay(ends) }) },
  ];
}

/** The same, for the student. @param withdrawUntil undefined if it can't be withdrawn */
export function yourRegistration(facts: RegistrationFacts, withdrawUntil?: Day): Paragraphs[number] {
  const deadline = withdrawUntil && { label: text.labels.withdrawUntil, text: formatDay(withdrawUntil) };
  return { title: text.yours, facts: [...listRegistration(facts), ...(deadline ? [deadline] : [])] };
}

export function withdrawLink(token: string, { siteUrl }: LetterSettings): Paragraphs[number] {
  return {
    label: receiptText.withdrawLink,
    link: new URL(`/register/withdraw?token=${token}`, siteUrl).href,
  };
}
