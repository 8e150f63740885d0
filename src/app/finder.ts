import { site } from '#site';
import { listChoices } from '#lib/finder/choices.ts';
import { listFinderCourses, seatsOffered, type FinderCourse } from '#lib/finder/courses.ts';
import type { FreeSeats, SeatCounts } from '#lib/finder/free-seats.ts';
import type { Choices } from '#lib/finder/query.ts';
import { listCourses, terms, today } from './content.ts';

type Finder = {
  courses: readonly FinderCourse[];
  choices: Choices;
  /** Undefined if they are not known. */
  seats: FreeSeats | undefined;
};

/**
 * The courses as the finder shows them today.
 * @param seatCounts left out for pages of a build, which must not depend on the store
 */
export async function readFinder(seatCounts?: SeatCounts): Promise<Finder> {
  const { subjects, levels, modes } = site;
  const entries = await listCourses();
  const options = finderOptions();
  const planned = listFinderCourses(entries, options);
  const seats = await seatCounts?.read(seatsOffered(planned));
  const courses = seats ? listFinderCourses(entries, { ...options, seats }) : planned;
  return {
    courses,
    choices: listChoices(courses, { terms: terms(), titles: { subjects, levels, modes } }),
    seats,
  };
}

type CourseEntry = Awaited<ReturnType<typeof listCourses>>[number];

/** Courses as the finder shows them today, without free seats. */
export function toFinderCourses(entries: readonly CourseEntry[]): FinderCourse[] {
  return listFinderCourses(entries, finderOptions());
}

function finderOptions() {
  return { today: today(), terms: terms(), subjects: site.subjects };
}
