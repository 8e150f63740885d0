import { institute } from '#lib/content/current-institute.ts';
import type { Institute } from '#lib/content/institute-schema.ts';
import { listTerms } from '#lib/content/term-rules.ts';
import { termsOfStage } from '#lib/content/stage-terms.ts';
import { addDays, type Day, type Term } from '#lib/content/terms.ts';
import { listChoices } from '#lib/finder/choices.ts';
import { listFinderCourses, seatsOffered, toFinderCourse, type FinderCourse } from '#lib/finder/courses.ts';
import type { FreeSeats, SeatCounts } from '#lib/finder/free-seats.ts';
import { nextStart } from '#lib/finder/program-facts.ts';
import type { Choices } from '#lib/finder/finder-query.ts';
import { findCourses, listCourses, terms, today, type CourseEntry, type ProgramEntry } from './content.ts';

type Finder = {
  courses: readonly FinderCourse[];
  choices: Choices;
  /** Undefined if unknown. */
  seats: FreeSeats | undefined;
};

/**
 * The courses as the finder shows them today.
 * @param seatCounts omit it for prerendered pages, which must not depend on the store
 */
export async function readFinder(seatCounts?: SeatCounts): Promise<Finder> {
  const { subjects, levels, modes } = institute();
  const entries = await listCourses();
  const options = finderOptions();
  const planned = toFinderCourses(entries);
  const seats = await seatCounts?.read(seatsOffered(planned));
  const courses = seats ? listFinderCourses(entries, { ...options, seats }) : planned;
  return {
    courses,
    choices: listChoices(courses, { terms: terms(), titles: { subjects, levels, modes } }),
    seats,
  };
}

/** Courses as the finder shows them today, without free seats. */
export function toFinderCourses(entries: readonly CourseEntry[]): FinderCourse[] {
  return entries.map(readFinderCourse);
}

const read = new WeakMap<CourseEntry, { of: Institute; today: Day; course: FinderCourse }>();

/** A course as the finder shows it today, without free seats. Cached, because each search reads all courses. */
export function readFinderCourse(entry: CourseEntry): FinderCourse {
  const known = read.get(entry);
  if (known?.of === institute() && known.today === today()) return known.course;
  const course = toFinderCourse(entry, finderOptions());
  read.set(entry, { of: institute(), today: today(), course });
  return course;
}

function finderOptions() {
  return { today: today(), terms: terms(), subjects: institute().subjects };
}

/** The courses of a program with their next runs, its next start, and the terms of each stage from that start. */
export async function readProgram({ data: { stages } }: ProgramEntry) {
  const codes = [...new Set(stages.flatMap((stage) => stage.courses))];
  const courses = toFinderCourses(await findCourses(codes));
  const [first] = stages;
  const start = nextStart({
    seasons: first?.terms,
    firstCourses: courses.filter(({ code }) => first?.courses.includes(code)),
    terms: terms(),
    today: today(),
  });
  const later = start ? termsFrom(start) : [];
  const stageTerms = stages.map((stage) => (start ? termsOfStage(stage, { start, terms: later }) : []));
  return { courses, start, stageTerms };
}

/** The terms of about five years. An institute lists only two years at a time. */
function termsFrom(day: Day): Term[] {
  const all = [day, addDays(day, 730)].flatMap((from) => listTerms(institute().terms, from));
  return [...new Map(all.map((term) => [term.id, term])).values()];
}
