import { formatDay, formatMeeting, formatMoney } from '#lib/content/formats.ts';
import { countWeeks } from '#lib/content/terms.ts';
import { courseFactsText as text } from '#lib/i18n/en/finder.ts';
import type { FinderCourse, FinderRun } from './courses.ts';

type Value = { value: string; path?: string | undefined };

/** A fact that people base their decision on: one entry of the panel next to the text. */
export type Fact = Value & {
  name: string;
  more?: readonly Value[];
  /** The entry that is shown largest. */
  isMain?: boolean;
};

type Options = {
  /** The title of the course's level. */
  level: string;
  modes: Readonly<Record<string, string>>;
  prerequisites: readonly { code: string; title: string; path: string }[];
};

/** Price, start, length, days, place and entry requirements. Dates, days and places are those of the next start. */
export function listCourseFacts(
  { code, credits, fee, runs }: FinderCourse,
  { level, modes, prerequisites }: Options,
): Fact[] {
  const [next, ...later] = runs;
  const { names } = text;
  const fact = (name: string, values: readonly string[]) =>
    toFact(
      name,
      values.map((value) => ({ value })),
    );
  return [
    { name: names.price, value: formatMoney(next?.fee ?? fee), isMain: true },
    fact(names.start, next ? startsOf(next, later) : [text.notOffered]),
    fact(names.length, [
      next
        ? text.length({ weeks: countWeeks(next.starts, next.ends), hours: credits * 10 })
        : text.hours({ hours: credits * 10 }),
    ]),
    ...(next ? [fact(names.days, daysOf(runs)), fact(names.place, placesOf(runs, modes))] : []),
    prerequisites.length === 0
      ? fact(names.entry, [text.noEntry])
      : toFact(
          names.entry,
          prerequisites.map((other) => ({ value: text.course(other), path: other.path })),
        ),
    fact(names.level, [level, text.credits({ credits, code })]),
  ];
}

function toFact(name: string, [first, ...more]: readonly Value[]): Fact {
  return { name, value: '', ...first, more };
}

function startsOf(next: FinderRun, later: readonly FinderRun[]): string[] {
  const starts = [...new Set([next, ...later].map((run) => run.starts))];
  return [formatDay(next.starts), ...starts.slice(1, 2).map((day) => text.or({ choice: formatDay(day) }))];
}

/** The groups that start with the next run. */
function groupsOf(runs: readonly FinderRun[]): readonly FinderRun[] {
  return runs.filter(({ starts }) => starts === runs[0]?.starts);
}

/** Returns the meetings of all groups of the next start. Those of each further group begin with “or”. */
export function daysOf(runs: readonly FinderRun[]): string[] {
  return groupsOf(runs).flatMap(({ times }, group) => {
    const [first = text.noTimes, ...more] = times.map(formatMeeting);
    return [group === 0 ? first : text.or({ choice: first }), ...more];
  });
}

/** Returns the ways and places of study of all groups of the next start. Further ones begin with “or”. */
export function placesOf(runs: readonly FinderRun[], modes: Readonly<Record<string, string>>): string[] {
  const [first = '', ...others] = new Set(groupsOf(runs).map((run) => placeOf(run, modes)));
  return [first, ...others.map((choice) => text.or({ choice }))];
}

function placeOf({ mode, place }: FinderRun, modes: Readonly<Record<string, string>>): string {
  const way = modes[mode] ?? mode;
  return place ? text.at({ mode: way, place }) : way;
}
