import { formatDay } from '#lib/content/formats.ts';
import type { Day } from '#lib/content/terms.ts';
import { decisionMailText as text, receiptText } from '#lib/i18n/en/mails.ts';
import type { Outcome } from '#lib/store/forms/decisions.ts';
import type { LetterSettings } from './letter.ts';
import type { Draft, OtherFacts, Paragraphs, RegistrationFacts } from './registration-facts.ts';

export type DecidedFacts = RegistrationFacts & {
  outcome: readonly Outcome[];
  /** Days, place and fee of each course, by its code. */
  details: ReadonlyMap<string, string>;
  others: readonly OtherFacts[];
  /** The last day to register for the term; undefined if it is closed. */
  registerUntil: Day | undefined;
  /** Undefined once registration for the term is closed. */
  withdrawToken: string | undefined;
};

/** The draft of the email that says what holds for a registration. */
export function decision(facts: DecidedFacts, { siteUrl, contactEmail }: LetterSettings): Draft {
  const { courses, outcome, details, others, registerUntil, withdrawToken } = facts;
  const decisions = new Map(outcome.map((each) => [each.course, each.decision]));
  const made = [...decisions.values()];
  const list = courses.map((course) => {
    const decided = decisions.get(course.code) ?? null;
    return text.course({
      ...course,
      decision: decided,
      details: decided === 'place' ? (details.get(course.code) ?? '') : '',
    });
  });
  const canWithdraw = withdrawToken && made.some((each) => each === 'place' || each === 'waiting');
  const link = new URL(`/register/withdraw?token=${withdrawToken}`, siteUrl).href;
  const until = registerUntil && formatDay(registerUntil);
  return {
    kind: 'registration-decision',
    subject: text.subject(facts),
    paragraphs: [
      text.decided(facts),
      { list },
      ...listReasons(outcome),
      ...(made.includes('place') ? [text.place] : []),
      ...(made.includes('waiting') ? [text.waiting] : []),
      ...(made.includes('refused') && until
        ? [text.otherCourse({ until }), { label: text.coursesLink, link: new URL('/courses', siteUrl).href }]
        : []),
      ...othersList(others),
      text.questions({ ...facts, contactEmail }),
      ...(canWithdraw ? [text.withdraw, { label: receiptText.withdrawLink, link }] : []),
    ],
  };
}

/** What holds for the other registrations of the person. */
export function othersList(others: readonly OtherFacts[]): Paragraphs {
  if (others.length === 0) return [];
  const list = others.flatMap(({ reference, courses }) =>
    courses.map((course) => text.other({ reference, course: text.course({ ...course, details: '' }) })),
  );
  return [text.others, { list }];
}

/** The registrar's sentences. One that is not about all decisions names its courses. */
function listReasons(outcome: readonly Outcome[]): string[] {
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
