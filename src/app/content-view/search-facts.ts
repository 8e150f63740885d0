import { labelsOf } from '#lib/content/collections.ts';
import { institute } from '#lib/content/current-institute.ts';
import { isOver } from '#lib/content/event.ts';
import { formatDay, formatMoney, formatMoneyRange, formatWeekday } from '#lib/content/formats.ts';
import { dayOf } from '#lib/content/local-time.ts';
import { daysOf, placesOf } from '#lib/finder/course-facts.ts';
import { seatsOffered, type FinderCourse } from '#lib/finder/courses.ts';
import type { FinderQuery } from '#lib/finder/finder-query.ts';
import { matchingRuns } from '#lib/finder/match.ts';
import type { SeatCounts } from '#lib/finder/free-seats.ts';
import { searchText as text } from '#lib/i18n/en/search.ts';
import { within } from '#lib/base/within.ts';
import type { SearchFacts, SearchResult } from '#lib/search/answer.ts';
import { listEntries, today, type EventEntry, type ProgramEntry } from './content.ts';
import { feeOfProgram } from './fees.ts';
import { toFinderCourses } from './finder.ts';

/** In milliseconds. The search does not wait for a store that hangs. */
const seatsWithin = 300;

type Options = {
  seatCounts: SeatCounts;
  /** The filters of the search. The facts of a course are those of its next run that matches. */
  filters: FinderQuery | undefined;
};

/** Adds to each result its kind, and the facts of its entry as it is published now. */
export async function addFacts(results: readonly SearchResult[], options: Options): Promise<SearchResult[]> {
  const facts = await readFacts(new Set(results.map(addressOf)), options);
  return results.map((result) => {
    const kind = labelsOf(result.type).singular;
    return { ...result, facts: { kind, ...facts.get(addressOf(result)) } };
  });
}

/** The address of a result, or of the person that its best section is about. */
function addressOf({ url, sections }: SearchResult): string {
  const { pathname } = new URL(url);
  return pathname === '/people' ? pathname + new URL(sections[0]?.url ?? url).hash : pathname;
}

async function readFacts(wanted: ReadonlySet<string>, options: Options): Promise<Map<string, SearchFacts>> {
  const only = <Item extends { path: string }>(items: readonly Item[]) =>
    items.filter(({ path }) => wanted.has(path));
  const [courses, programs, events, people] = await Promise.all([
    listEntries('courses'),
    listEntries('programs'),
    listEntries('events'),
    listEntries('people'),
  ]);
  const facts = new Map<string, SearchFacts>(await readCourses(toFinderCourses(only(courses)), options));
  for (const program of only(programs)) facts.set(program.path, await factsOfProgram(program));
  for (const event of only(events)) facts.set(event.path, factsOfEvent(event));
  for (const { path, data } of only(people)) facts.set(path, { kind: text.person, role: data.role });
  return facts;
}

async function readCourses(courses: readonly FinderCourse[], { seatCounts, filters }: Options) {
  const seats =
    courses.length > 0
      ? await within(seatsWithin, () => seatCounts.read(seatsOffered(courses))).catch(() => undefined)
      : undefined;
  return courses.map(({ path, code, fee, runs: all }) => {
    const matching = filters ? matchingRuns(all, filters) : all;
    const runs = matching.length > 0 ? matching : all;
    const [next] = runs;
    const free = next && seats?.get(next.term)?.get(code)?.free;
    return [
      path,
      {
        fee: formatMoney(next?.fee ?? fee),
        ...(next && {
          nextStart: formatDay(next.starts),
          days: daysOf(runs).join(', '),
          place: placesOf(runs, institute().modes).join(', '),
        }),
        ...(free !== undefined && { seatsFree: free }),
      },
    ] as const;
  });
}

async function factsOfProgram(program: ProgramEntry): Promise<SearchFacts> {
  const { award, length } = program.data;
  const fee = await feeOfProgram(program);
  return {
    award: institute().awards[award] ?? award,
    length,
    ...(fee && { fee: formatMoneyRange(fee) }),
  };
}

function factsOfEvent({ data }: EventEntry): SearchFacts {
  const { place, starts } = data;
  const isPast = isOver(data, today());
  return {
    ...(isPast && { kind: text.pastEvent }),
    date: formatWeekday(dayOf(starts)),
    ...(place && { place }),
    isPast,
  };
}
