import type { Day } from '#lib/content/terms.ts';
import { courseWords } from '#lib/i18n/en/course-groups.ts';
import { stopWords } from '#lib/i18n/en/stop-words.ts';
import { indexedWords, splitWords } from '#lib/i18n/split-words.ts';
import type { FinderQuery, SortName } from './finder-query.ts';

/** The facts about a run that filters need. */
export type RunFacts = {
  /** The term's id. */
  term: string;
  starts: Day;
  mode: string;
  times: readonly { day: string; from: string }[];
  fee: number;
  /** Free seats. Undefined if they are not known. */
  free?: number | undefined;
};

export type CourseFacts = {
  code: string;
  title: string;
  subject: string;
  level: number;
  credits: number;
  /** The fee of a course without runs. */
  fee: number;
  /** Folded text that is searched for the keywords of a query. */
  words: string;
  /** The runs that people can still register for. */
  runs: readonly RunFacts[];
  /** Cancelled runs. Filters also match them, so that the list can show that they are cancelled. */
  cancelled: readonly RunFacts[];
};

/** The courses that match, sorted by `query.sort` or else by start. */
export function findMatches<Of extends CourseFacts>(courses: readonly Of[], query: FinderQuery): Of[] {
  const keywords = withoutStopWords(splitWords(query.q));
  const found = courses.filter((course) => isMatch(course, query, keywords));
  return sortCourses(found, query);
}

/** The runs that match the filters for runs. */
export function matchingRuns<Run extends RunFacts>(runs: readonly Run[], query: FinderQuery): Run[] {
  return runs.filter((run) => isRunMatch(run, query));
}

/** The different words of a text that keywords can match: `Soils and Water` is `soils water`. */
export function listWords(text: string): string {
  return [...new Set(withoutStopWords(indexedWords(text)))].join(' ');
}

function withoutStopWords(words: readonly string[]): string[] {
  return words.filter((word) => !stopWords.has(word) && !courseWords.has(word));
}

function isMatch(course: CourseFacts, query: FinderQuery, keywords: readonly string[]): boolean {
  return (
    isChosen(query.subject, course.subject) &&
    isChosen(query.level, String(course.level)) &&
    isChosen(query.credits, String(course.credits)) &&
    keywords.every((keyword) => hasWord(course.words, keyword)) &&
    hasMatchingRun(course, query)
  );
}

/** A course without runs matches unless a filter requires a run. Cancelled runs have no free seats. */
function hasMatchingRun({ runs, cancelled, fee }: CourseFacts, query: FinderQuery): boolean {
  const listed = query.seats ? runs : [...runs, ...cancelled];
  if (listed.length > 0) return matchingRuns(listed, query).length > 0;
  const { term, mode, day, time, seats, price } = query;
  const needsRun = seats || [term, mode, day, time].some((values) => values.length > 0);
  return !needsRun && fee <= (price ?? Infinity);
}

/** Each meeting of the run must be on a chosen day and at a chosen time. */
function isRunMatch(run: RunFacts, { term, mode, day, time, seats, price }: FinderQuery): boolean {
  const meets = (isAt: (meeting: RunFacts['times'][number]) => boolean) =>
    run.times.length > 0 && run.times.every(isAt);
  return (
    isChosen(term, run.term) &&
    isChosen(mode, run.mode) &&
    (day.length === 0 || meets((meeting) => day.includes(meeting.day.slice(0, 3)))) &&
    (time.length === 0 || meets((meeting) => partsOf(meeting).some((part) => time.includes(part)))) &&
    run.fee <= (price ?? Infinity) &&
    // Courses whose free seats are not known stay in the list.
    (!seats || run.free === undefined || run.free > 0)
  );
}

function partsOf({ day, from }: RunFacts['times'][number]): string[] {
  return [from < '17:00' ? 'daytime' : 'evening', ...(day.startsWith('s') ? ['weekend'] : [])];
}

function isChosen(values: readonly string[], value: string): boolean {
  return values.length === 0 || values.includes(value);
}

/** Whether a word starts with the keyword. `floods` also finds `flood`. */
function hasWord(words: string, keyword: string): boolean {
  const text = ` ${words}`;
  const singular = /[^s]s$/.test(keyword) && keyword.length > 3 ? keyword.slice(0, -1) : keyword;
  return text.includes(` ${singular}`);
}

function sortCourses<Of extends CourseFacts>(courses: readonly Of[], query: FinderQuery): Of[] {
  const byTitle = (a: Of, b: Of) => a.title.localeCompare(b.title);
  const orders: Record<SortName, (a: Of, b: Of) => number> = {
    title: byTitle,
    price: (a, b) => lowestFee(a, query) - lowestFee(b, query),
    start: (a, b) => firstStart(a, query).localeCompare(firstStart(b, query)),
  };
  const inOrder = orders[query.sort ?? 'start'];
  return courses.toSorted((a, b) => inOrder(a, b) || byTitle(a, b));
}

/** The lowest fee of the runs that match; without any, the fee of the course. */
export function lowestFee({ runs, fee }: CourseFacts, query: FinderQuery): number {
  const fees = matchingRuns(runs, query).map((run) => run.fee);
  return fees.length > 0 ? Math.min(...fees) : fee;
}

/** Courses without a run to register for come last. */
function firstStart({ runs }: CourseFacts, query: FinderQuery): Day {
  return (
    matchingRuns(runs, query)
      .map(({ starts }) => starts)
      .toSorted()[0] ?? '9999'
  );
}
