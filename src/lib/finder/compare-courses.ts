import { formatDay, formatMoney } from '#lib/content/formats.ts';
import { countWeeks } from '#lib/content/terms.ts';
import { compareText } from '#lib/i18n/en/compare.ts';
import { courseRowText } from '#lib/i18n/en/finder.ts';
import { seatsText } from '#lib/i18n/en/seats.ts';
import { rowsOf, toLines, type Line, type Row } from './compare.ts';
import { daysOf, placesOf } from './course-facts.ts';
import type { FinderCourse, FinderRun } from './courses.ts';

const text = compareText.courses;

type Linked = { title: string; path: string };

type Options = {
  modes: Readonly<Record<string, string>>;
  levels: Readonly<Record<string, string>>;
  /** Looks up a course by code; `programsWith` returns the programs that contain it. */
  courseOf: (code: string) => Linked | undefined;
  programsWith: (code: string) => readonly Linked[];
};

/** The rows of the comparison. Dates, days and places are those of a course's next run. */
export function compareCourses(courses: readonly FinderCourse[], options: Options): Row[] {
  const row = rowsOf(courses);
  const ofNextRun = (linesOf: (run: FinderRun) => readonly string[]) => (course: FinderCourse) =>
    lines(course.runs[0] ? linesOf(course.runs[0]) : []);
  const { rows } = text;
  return [
    row(rows.price, (course) => lines(pricesOf(course))),
    row(rows.start, ({ runs, cancelled }) =>
      lines([...startsOf(runs).slice(0, 1), ...cancelled.map(toNotice)]),
    ),
    row(
      rows.length,
      ofNextRun(({ starts, ends }) => [text.weeks({ weeks: countWeeks(starts, ends) })]),
    ),
    row(rows.days, ({ runs }) => lines(daysOf(runs))),
    row(rows.place, ({ runs }) => lines(runs.length > 0 ? placesOf(runs, options.modes) : [])),
    row(
      rows.seats,
      ofNextRun(({ free, waiting = 0 }) => [
        free === undefined ? text.seatsUnknown : seatsText({ free, waiting }),
      ]),
    ),
    row(
      rows.registerBy,
      ofNextRun(({ registrationCloses }) => [formatDay(registrationCloses)]),
    ),
    row(rows.later, ({ runs }) => toLines(orNone(startsOf(runs).slice(1)))),
    row(rows.level, ({ level }) => lines([options.levels[level] ?? String(level)])),
    row(rows.credits, ({ credits }) => lines([text.hours({ credits, hours: credits * 10 })])),
    row(rows.entry, ({ prerequisites }) => entryOf(prerequisites, options)),
    row(rows.about, ({ summary }) => lines([summary])),
    row(rows.programs, ({ code }) => {
      const programs = options.programsWith(code).map(({ title, path }) => ({ text: title, path }));
      return programs.length > 0 ? programs : lines([text.noPrograms]);
    }),
  ];
}

function lines(texts: readonly string[]): Line[] {
  return toLines(texts.length > 0 ? texts : [text.noRun]);
}

function pricesOf({ runs, fee }: FinderCourse): string[] {
  const fees = runs.length > 0 ? runs.map((run) => run.fee) : [fee];
  return [...new Set(fees)].toSorted((a, b) => a - b).map(formatMoney);
}

/** Groups of a term that start together are one start. */
function startsOf(runs: readonly FinderRun[]): string[] {
  return [
    ...new Set(runs.map((run) => courseRowText.starts({ term: run.termTitle, day: formatDay(run.starts) }))),
  ];
}

function toNotice({ termTitle, instead }: FinderCourse['cancelled'][number]): string {
  return `${courseRowText.cancelled({ term: termTitle })} ${instead}`;
}

function orNone(texts: readonly string[]): readonly string[] {
  return texts.length > 0 ? texts : [text.noLater];
}

function entryOf(prerequisites: readonly string[], { courseOf }: Options): Line[] {
  if (prerequisites.length === 0) return lines([text.noEntry]);
  return prerequisites.map((code) => {
    const course = courseOf(code);
    return course ? { text: `${code} ${course.title}`, path: course.path } : { text: code };
  });
}
