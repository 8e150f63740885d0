import type { Catalogue, CatalogueCourse } from '#lib/forms/catalogue.ts';
import type { Decisions } from '#lib/store/forms/decisions.ts';
import type { Enrolment, ListedRegistration } from '#lib/store/forms/registration-list.ts';
import { obstacleLabels } from './labels.ts';

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

/** A course with free seats for students who wait. */
export type FreeSeats = {
  course: string;
  title: string;
  free: number;
  waiting: number;
  /** Who gets the next seat; undefined if nobody on the waiting list can get it yet. */
  next: Person | undefined;
  /** Who comes before, and why they don't get it. */
  passedOver: (Person & { reason: string })[];
};

type Person = { reference: string; name: string };

type WaitingOptions = { decisions: Decisions; catalogue: Catalogue; term: string; now: number };

/** Lists the courses with free seats for students who wait, and who is next. None once the term is over. @throws ApiError STORE_UNAVAILABLE */
export async function listFreeSeats(
  courses: readonly CourseSeats[],
  { decisions, catalogue, term, now }: WaitingOptions,
): Promise<FreeSeats[]> {
  const isOver = catalogue.today > (catalogue.term(term)?.ends ?? '');
  const withFree = courses.filter(({ freeForWaiting }) => freeForWaiting > 0 && !isOver);
  const lists = await decisions.waitingLists({ term, courses: withFree.map(({ code }) => code), now });
  return withFree.map(({ code, title, freeForWaiting, waiting }) => {
    const { next, passedOver = [] } = lists.get(code) ?? {};
    return {
      course: code,
      title,
      free: freeForWaiting,
      waiting,
      next: next && nameOf(next),
      passedOver: passedOver.map(({ registration, obstacle }) => ({
        ...nameOf(registration),
        reason: obstacleLabels[obstacle],
      })),
    };
  });
}

function nameOf({ reference, given_name, family_name }: ListedRegistration): Person {
  return { reference, name: `${given_name} ${family_name}` };
}

/** The address of the page with the seats of a term. */
export function seatsAddress(term: string): string {
  return `/staff/seats?term=${encodeURIComponent(term)}`;
}
