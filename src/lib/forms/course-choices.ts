import { formatMeeting } from '#lib/content/formats.ts';
import type { Term } from '#lib/content/terms.ts';
import type { Catalogue, CatalogueCourse } from './catalogue.ts';

/** A course that can be registered for now, as the form offers it. */
export type CourseChoice = Pick<CatalogueCourse, 'code' | 'title' | 'level' | 'credits'> & {
  offers: readonly CourseOffer[];
};

type CourseOffer = {
  term: string;
  /** The lowest, where offerings in one term differ. */
  fee: number;
  /** When and where each of its groups meets, as far as it is fixed. */
  meetings: readonly string[];
};

/** The courses on offer in a term that is open, each with what it costs and when it meets there. */
export function listChoices(
  courses: readonly CatalogueCourse[],
  { catalogue, terms }: { catalogue: Catalogue; terms: readonly Term[] },
): CourseChoice[] {
  return courses.flatMap(({ code, title, level, credits, fee }) => {
    const offers = terms.flatMap((term) => {
      const offerings = catalogue.offerings(code, term.id);
      if (offerings.length === 0) return [];
      const fees = offerings.map((offering) => offering.fee ?? fee);
      const meetings = offerings.map(({ times, place }) =>
        [...times.map(formatMeeting), place ?? 'Online'].join(', '),
      );
      return [{ term: term.id, fee: Math.min(...fees), meetings }];
    });
    return offers.length > 0 ? [{ code, title, level, credits, offers }] : [];
  });
}
