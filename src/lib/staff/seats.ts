import type { Catalogue, CatalogueCourse } from '#lib/forms/catalogue.ts';
import type { Enrolment } from '#lib/store/registration-list.ts';

export type Places = {
  code: string;
  title: string;
  requested: number;
  /** Of those, not confirmed yet. */
  unconfirmed: number;
  waiting: number;
  seats: number;
  /** Free seats in a course with a waiting list: the registrar assigns them. */
  freeForWaiting: number;
};

type Options = { catalogue: Catalogue & { readonly courses: readonly CatalogueCourse[] }; term: string };

/** What is asked for beside the seats, for every course that is on offer in the term or was asked for. */
export function listPlaces(enrolments: readonly Enrolment[], { catalogue, term }: Options): Places[] {
  const asked = new Map(enrolments.map((each) => [each.course, each]));
  const offered = catalogue.courses
    .map(({ code }) => code)
    .filter((code) => catalogue.offerings(code, term).length > 0);
  return [...new Set([...offered, ...asked.keys()])].sort().map((code) => {
    const { requested = 0, unconfirmed = 0, waiting = 0 } = asked.get(code) ?? {};
    const seats = catalogue.seats(code, term);
    const free = Math.max(0, seats - (requested - waiting));
    const title = catalogue.course(code)?.title ?? '';
    return { code, title, requested, unconfirmed, waiting, seats, freeForWaiting: Math.min(free, waiting) };
  });
}
