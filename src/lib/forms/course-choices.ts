import { formatMeeting } from '#lib/content/formats.ts';
import type { Term } from '#lib/content/terms.ts';
import type { Catalogue, CatalogueCourse } from './catalogue.ts';

/** A course that is open for registration, as the form offers it. */
export type CourseChoice = Pick<CatalogueCourse, 'code' | 'title' | 'level' | 'credits'> & {
  offers: readonly CourseOffer[];
};

type CourseOffer = {
  term: string;
  /** The lowest fee, if offerings in the term differ. */
  fee: number;
  /** When and where each offering meets, as far as it is known. */
  meetings: readonly string[];
};

/** Lists the courses offered in the open terms, with fee and meetings per term. */
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
