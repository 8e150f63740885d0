import type { Catalogue, CatalogueCourse } from '../forms/catalogue.ts';
import type { Enrolment } from '../store/registration-list.ts';

export type Places = { code: string; title: string; requested: number; waiting: number; seats: number };

type Options = { catalogue: Catalogue & { readonly courses: readonly CatalogueCourse[] }; term: string };

/** What is asked for beside the seats, for every course that is on offer in the term or was asked for. */
export function listPlaces(enrolments: readonly Enrolment[], { catalogue, term }: Options): Places[] {
  const asked = new Map(enrolments.map((each) => [each.course, each]));
  const offered = catalogue.courses
    .map(({ code }) => code)
    .filter((code) => catalogue.offerings(code, term).length > 0);
  return [...new Set([...offered, ...asked.keys()])].sort().map((code) => ({
    code,
    title: catalogue.course(code)?.title ?? '',
    requested: asked.get(code)?.requested ?? 0,
    waiting: asked.get(code)?.waiting ?? 0,
    seats: catalogue.offerings(code, term).reduce((sum, { seats }) => sum + seats, 0),
  }));
}
