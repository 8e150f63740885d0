import { formatDay } from '#lib/content/formats.ts';
import { findTerm, type Day, type Term } from '#lib/content/terms.ts';
import { programFactsText as text } from '#lib/i18n/en/finder.ts';
import { listOr } from '#lib/i18n/format.ts';
import type { Fact } from './course-facts.ts';
import type { FinderCourse } from './courses.ts';

type StartOptions = {
  /** Seasons in which the program begins. Undefined if the program begins with any of its first courses. */
  seasons: readonly string[] | undefined;
  firstCourses: readonly FinderCourse[];
  terms: readonly Term[];
  today: Day;
};

/** The day on which the program next begins. Undefined if unknown. */
export function nextStart({ seasons, firstCourses, terms, today }: StartOptions): Day | undefined {
  const starts = seasons
    ? seasons.flatMap((season) => findTerm(season, terms, today) ?? [])
    : firstCourses.flatMap(({ runs }) => runs);
  return starts.map(({ starts: day }) => day).toSorted()[0];
}

type ProgramFacts = {
  /** In words. Undefined if one of the courses is not on the site. */
  price: string | undefined;
  /** The parts of the price, in words. */
  priceParts: string | undefined;
  start: Day | undefined;
  length: string;
  credits: number;
  entryRequirements: readonly string[];
  courses: readonly FinderCourse[];
  modes: Readonly<Record<string, string>>;
};

/** Price, start, length, days, places and entry requirements of a program. */
export function listProgramFacts(program: ProgramFacts): Fact[] {
  const { price, start, length, credits, courses, modes } = program;
  const { names } = text;
  const runs = courses.flatMap((course) => course.runs);
  const ways = Object.keys(modes).filter((mode) => runs.some((run) => run.mode === mode));
  const days = partsOfWeek(runs.flatMap(({ times }) => times));
  const [requirement = '', ...others] = program.entryRequirements;
  return [
    ...(price === undefined
      ? []
      : [{ name: names.price, value: price, isMain: true, more: valuesOf(program.priceParts) }]),
    { name: names.start, value: start ? formatDay(start) : text.noStart },
    { name: names.length, value: text.length({ length, credits }) },
    ...(days.length > 0 ? [{ name: names.days, value: text.byCourse({ choices: listOr(days) }) }] : []),
    ...(ways.length > 0
      ? [
          {
            name: names.place,
            value: text.byCourse({ choices: listOr(ways.map((mode) => modes[mode] ?? mode)) }),
          },
        ]
      : []),
    {
      name: names.entry,
      value: requirement,
      more:
        others.length > 0
          ? [{ value: text.allRequirements({ count: others.length + 1 }), path: '#entry-requirements' }]
          : [],
    },
  ];
}

function valuesOf(value: string | undefined) {
  return value === undefined ? [] : [{ value }];
}

/** The parts of the week in which at least one course meets. */
function partsOfWeek(times: readonly { day: string; from: string }[]): string[] {
  const isWeekend = ({ day }: { day: string }) => day.startsWith('s');
  const parts = [
    { name: text.daytime, is: times.some((time) => !isWeekend(time) && time.from < '17:00') },
    { name: text.evenings, is: times.some((time) => !isWeekend(time) && time.from >= '17:00') },
    { name: text.weekends, is: times.some(isWeekend) },
  ];
  return parts.flatMap(({ name, is }) => (is ? [name] : []));
}
