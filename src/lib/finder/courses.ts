import { cancellationIn, type Course, type Offering, type ScheduledOffering } from '#lib/content/course.ts';
import { courseKeywords } from '#lib/content/course-keywords.ts';
import { findTerm, isRegistrationOpen, type Day, type Term } from '#lib/content/terms.ts';
import type { FreeSeats } from './free-seats.ts';
import { listWords, type CourseFacts, type RunFacts } from './match.ts';

/** A run of a course, with the details that pages show. */
export type FinderRun = Omit<RunFacts, 'times'> & {
  termTitle: string;
  ends: Day;
  place: string | undefined;
  times: Offering['times'];
  seats: number;
  registrationOpens: Day;
  registrationCloses: Day;
  isOpen: boolean;
  /** Requests on the waiting list. Undefined if they are not known. */
  waiting: number | undefined;
};

/** A cancelled run, with what to do instead. */
type CancelledRun = RunFacts & { termTitle: string; instead: string };

export type FinderCourse = Omit<CourseFacts, 'runs' | 'cancelled'> & {
  path: string;
  summary: string;
  prerequisites: readonly string[];
  runs: readonly FinderRun[];
  cancelled: readonly CancelledRun[];
};

type CourseEntry = { path: string; data: Course };
type Options = {
  terms: readonly Term[];
  today: Day;
  /** Titles of the subjects by key. */
  subjects: Readonly<Record<string, string>>;
  /** Undefined if they are not known. */
  seats?: FreeSeats | undefined;
};

/** The courses with the runs that people can still register for and those that are cancelled, the soonest run first. */
export function listFinderCourses(entries: readonly CourseEntry[], options: Options): FinderCourse[] {
  return entries.map((entry) => toFinderCourse(entry, options));
}

export function toFinderCourse({ path, data }: CourseEntry, options: Options): FinderCourse {
  const { code, title, summary, subject, level, credits, fee, prerequisites } = data;
  const runs = scheduleOf(data, options);
  const words = [title, summary, options.subjects[subject] ?? subject, ...data.outcomes];
  return {
    path,
    code,
    title,
    summary,
    subject,
    level,
    credits,
    fee,
    prerequisites,
    words: listWords([...words, courseKeywords(data, runs)].join(' ')),
    runs: runs
      .filter((run) => cancellationIn(run, run.term) === undefined)
      .map((run) => toRun(run, data, options)),
    cancelled: runs.flatMap((run) => {
      const instead = cancellationIn(run, run.term);
      return instead === undefined ? [] : [{ ...planOf(run, data), instead }];
    }),
  };
}

function scheduleOf({ offerings }: Course, { terms, today }: Options): ScheduledOffering[] {
  return offerings
    .flatMap((offering) => {
      const term = findTerm(offering.term, terms, today);
      return term && today <= term.registrationCloses ? [{ ...offering, term }] : [];
    })
    .toSorted((a, b) => (a.starts ?? a.term.starts).localeCompare(b.starts ?? b.term.starts));
}

function planOf({ term, starts, mode, times, fee }: ScheduledOffering, course: Course) {
  return {
    term: term.id,
    termTitle: term.title,
    starts: starts ?? term.starts,
    mode,
    times,
    fee: fee ?? course.fee,
  };
}

function toRun(run: ScheduledOffering, course: Course, { today, seats }: Options): FinderRun {
  const { term } = run;
  const known = seats?.get(term.id)?.get(course.code);
  return {
    ...planOf(run, course),
    ends: run.ends ?? term.ends,
    registrationOpens: term.registrationOpens,
    registrationCloses: term.registrationCloses,
    isOpen: isRegistrationOpen(term, today),
    place: run.place,
    seats: run.seats,
    free: known?.free,
    waiting: known?.waiting,
  };
}

/** The facts that the browser needs for filtering, except the words, which it fetches when someone types keywords. */
export function toFacts(course: FinderCourse): Omit<CourseFacts, 'words'> {
  const { code, title, subject, level, credits, fee, runs, cancelled } = course;
  return {
    code,
    title,
    subject,
    level,
    credits,
    fee,
    runs: runs.map(toRunFacts),
    cancelled: cancelled.map(toRunFacts),
  };
}

function toRunFacts({ term, starts, mode, times, fee }: RunFacts): RunFacts {
  return { term, starts, mode, times: times.map(({ day, from }) => ({ day, from })), fee };
}

/** The seats that these courses offer, for looking up how many are free. */
export function seatsOffered(courses: readonly FinderCourse[]) {
  return courses.flatMap(({ code, runs }) => runs.map(({ term, seats }) => ({ term, code, seats })));
}
