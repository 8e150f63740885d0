import { formatDay, formatMeeting, formatMoney } from '#lib/content/formats.ts';
import { countWeeks } from '#lib/content/terms.ts';
import { courseFactsText as text } from '#lib/i18n/en/finder.ts';
import type { FinderCourse, FinderRun } from './courses.ts';

type Value = { value: string; path?: string | undefined };

/** What people decide by, as one entry of the panel beside the text. */
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

/** Price, start, length, days, place and entry requirements. Dates, days and places are those of the next run. */
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
    ...(next
      ? [
          fact(names.days, next.times.length > 0 ? next.times.map(formatMeeting) : [text.noTimes]),
          fact(names.place, [placeOf(next, modes)]),
        ]
      : []),
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
  return [formatDay(next.starts), ...starts.slice(1, 2).map((day) => text.orFrom({ day: formatDay(day) }))];
}

function placeOf({ mode, place }: FinderRun, modes: Readonly<Record<string, string>>): string {
  const way = modes[mode] ?? mode;
  return place ? text.at({ mode: way, place }) : way;
}
