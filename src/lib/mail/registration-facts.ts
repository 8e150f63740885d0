import type { Term } from '#lib/content/terms.ts';
import type { Answer } from '#lib/forms/answers.ts';
import type { Decision } from '#lib/store/forms/plan-decisions.ts';
import type { Letter } from './letter.ts';

export type RegistrationFacts = {
  reference: string;
  givenName: string;
  familyName: string;
  email: string;
  term: Term;
  courses: readonly { code: string; title: string; prerequisites: readonly string[] }[];
  /** Shown to the registrar. */
  answers: readonly Answer[];
};

/** What holds for another registration of the person. */
export type OtherFacts = {
  reference: string;
  courses: { code: string; title: string; decision: Decision | null }[];
};

export type Paragraphs = Letter['paragraphs'];
export type Draft = { kind: string; subject: string; paragraphs: Paragraphs };
