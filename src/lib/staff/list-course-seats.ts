import type { Catalogue, CatalogueCourse } from '#lib/forms/catalogue.ts';
import type { Enrolment } from '#lib/store/forms/registration-list.ts';

type CourseSeats = Enrolment & {
  code: string;
  title: string;
  seats: number;
  /** Free seats that the registrar can give to students on the waiting list. */
  freeForWaiting: number;
};

type Options = { catalogue: Catalogue & { readonly courses: readonly CatalogueCourse[] }; term: string };

/** Compares requests with seats, for each course that is offered or requested in the term. */
export function listCourseSeats(
  enrolments: readonly Enrolment[],
  { catalogue, term }: Options,
): CourseSeats[] {
  const enrolled = new Map(enrolments.map((each) => [each.course, each]));
  const offered = catalogue.courses
    .map(({ code }) => code)
    .filter((code) => catalogue.offerings(code, term).length > 0);
  return [...new Set([...offered, ...enrolled.keys()])].sort().map((code) => {
    const enrolment = enrolled.get(code) ?? { course: code, requested: 0, unconfirmed: 0, waiting: 0 };
    const { requested, waiting } = enrolment;
    const seats = catalogue.seats(code, term);
    const freeForWaiting = Math.min(Math.max(0, seats - (requested - waiting)), waiting);
    return { ...enrolment, code, title: catalogue.course(code)?.title ?? '', seats, freeForWaiting };
  });
}
