import { formatDay } from '#lib/content/formats.ts';
import type { Day } from '#lib/content/terms.ts';
import { decisionMailText as text, registrationMailText } from '#lib/i18n/en/mails.ts';
import type { CourseDecision } from '#lib/store/forms/decisions.ts';
import type { Decision } from '#lib/store/forms/plan-decisions.ts';
import { ownWords, type LetterContent, type Fact, type LetterSettings, type Paragraphs } from './letter.ts';
import {
  listCourses,
  withdrawLink,
  yourRegistration,
  type OtherFacts,
  type RegistrationFacts,
} from './registration-facts.ts';

export type DecidedFacts = RegistrationFacts & {
  outcome: readonly CourseDecision[];
  others: readonly OtherFacts[];
  /** The last day to register for the term; undefined if it is closed. */
  registerUntil: Day | undefined;
  /** Undefined once registration for the term is closed. */
  withdrawToken: string | undefined;
};

/** The draft of the email that says what holds for a registration. */
export function decision(facts: DecidedFacts, settings: LetterSettings): LetterContent {
  const { siteUrl, contactEmail, words } = settings;
  const { outcome, others, registerUntil, withdrawToken } = facts;
  const decisions = new Map(outcome.map((each) => [each.course, each.decision]));
  const made = [...decisions.values()];
  const canWithdraw = withdrawToken && made.some((each) => each === 'place' || each === 'waiting');
  const until = registerUntil && formatDay(registerUntil);
  const courses = facts.courses.map((course) =>
    decisions.get(course.code) === 'refused' ? { ...course, details: [] } : course,
  );
  return {
    kind: 'registration-decision',
    subject: text.subject(facts),
    paragraphs: [
      text.decided(facts),
      ...listCourses({ ...facts, courses }, (code) => [decisionFact(decisions.get(code) ?? null)]),
      yourRegistration(facts, canWithdraw ? registerUntil : undefined),
      ...listReasons(outcome),
      ...(made.includes('place') ? [text.place, ...ownWords(words.place)] : []),
      ...(made.includes('waiting') ? [text.waiting, ...ownWords(words.waiting)] : []),
      ...(made.includes('refused') ? ownWords(words.refused) : []),
      ...(made.includes('refused') && until
        ? [
            text.otherCourse({ until }),
            { label: text.coursesLink, button: new URL('/courses', siteUrl).href },
          ]
        : []),
      ...listOthers(others),
      text.questions({ ...facts, contactEmail }),
      ...(canWithdraw ? [text.withdraw, withdrawLink(withdrawToken, settings)] : []),
    ],
  };
}

/** What holds for the other registrations of the person. */
export function listOthers(others: readonly OtherFacts[]): Paragraphs {
  if (others.length === 0) return [];
  const courses = others.flatMap(({ reference, courses: theirs }) =>
    theirs.map((course) => ({
      title: registrationMailText.course(course),
      facts: [
        { label: registrationMailText.labels.reference, text: reference },
        decisionFact(course.decision),
      ],
    })),
  );
  return [text.others, ...courses];
}

function decisionFact(made: Decision | null): Fact {
  return { label: text.decision, text: text.decisions[made ?? 'none'] };
}

/** The registrar's sentences. One that is not about all decisions names its courses. */
function listReasons(outcome: readonly CourseDecision[]): string[] {
  const decided = outcome.filter((each) => each.decision !== null);
  const groups = Map.groupBy(
    decided.filter(({ reason }) => reason !== ''),
    ({ reason }) => reason,
  );
  return [...groups].map(([reason, about]) =>
    about.length === decided.length
      ? reason
      : text.reason({ courses: about.map(({ course }) => course), reason }),
  );
}
