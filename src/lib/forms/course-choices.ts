import { formatMeeting, formatMoney } from '#lib/content/formats.ts';
import type { Offering } from '#lib/content/course.ts';
import type { Term } from '#lib/content/terms.ts';
import type { FreeSeats } from '#lib/finder/free-seats.ts';
import { coursePickerText as text, courseTotals } from '#lib/i18n/en/forms.ts';
import type { Catalogue, CatalogueCourse } from './catalogue.ts';
import { findClashes } from './timetable.ts';

/** A course that is open for registration, as the form offers it. */
export type CourseChoice = Pick<CatalogueCourse, 'code' | 'title' | 'subject' | 'level' | 'credits'> & {
  /** Courses to take first. `title` is undefined if the course is not on the site. */
  prerequisites: readonly { code: string; title: string | undefined }[];
  offers: readonly CourseOffer[];
};

type CourseOffer = {
  term: string;
  /** The lowest fee, if offerings in the term differ. */
  fee: number;
  /** When and where each offering meets, as far as known. */
  meetings: readonly string[];
  /** Undefined if the free seats are unknown. */
  seats: { free: number; waiting: number } | undefined;
  /** The times of each offering, to find clashes. */
  offerings: readonly Pick<Offering, 'times' | 'starts' | 'ends'>[];
};

type Options = { catalogue: Catalogue; terms: readonly Term[]; seats?: FreeSeats | undefined };

/** Lists the courses offered in the open terms, with fee, meetings and free seats per term. */
export function listChoices(
  courses: readonly CatalogueCourse[],
  { catalogue, terms, seats }: Options,
): CourseChoice[] {
  return courses.flatMap(({ code, title, subject, level, credits, fee, prerequisites }) => {
    const offers = terms.flatMap((term) => {
      const offerings = catalogue.offerings(code, term.id);
      if (offerings.length === 0) return [];
      const fees = offerings.map((offering) => offering.fee ?? fee);
      const meetings = offerings.map(({ times, place }) =>
        [...times.map(formatMeeting), place ?? text.online].join(', '),
      );
      return [
        {
          term: term.id,
          fee: Math.min(...fees),
          meetings,
          seats: seats?.get(term.id)?.get(code),
          offerings: offerings.map(({ times, starts, ends }) => ({ times, starts, ends })),
        },
      ];
    });
    if (offers.length === 0) return [];
    const before = prerequisites.map((other) => ({ code: other, title: catalogue.course(other)?.title }));
    return [{ code, title, subject, level, credits, prerequisites: before, offers }];
  });
}

/** Returns the terms in which at least one course is on offer. */
export function termsOnOffer(terms: readonly Term[], choices: readonly CourseChoice[]): Term[] {
  return terms.filter(({ id }) => choices.some(({ offers }) => offers.some(({ term }) => term === id)));
}

/** Lists the seats of the courses in the terms, to look up how many are free. */
export function seatsOnOffer(
  courses: readonly CatalogueCourse[],
  { catalogue, terms }: Pick<Options, 'catalogue' | 'terms'>,
) {
  return terms.flatMap((term) =>
    courses
      .map(({ code }) => ({ term: term.id, code, seats: catalogue.seats(code, term.id) }))
      .filter(({ seats }) => seats > 0),
  );
}

type Summary = {
  totals: string;
  /** Pairs of codes. */
  clashes: readonly (readonly string[])[];
};

/** Returns the totals of the chosen courses in a term, and the pairs that clash. */
export function summarise(chosen: readonly CourseChoice[], term: Term): Summary {
  const inTerm = chosen.flatMap(({ code, credits, offers }) => {
    const offer = offers.find((each) => each.term === term.id);
    return offer ? [{ code, credits, ...offer }] : [];
  });
  const sum = (part: 'credits' | 'fee') => inTerm.reduce((total, each) => total + each[part], 0);
  const fee = formatMoney(sum('fee'));
  return {
    totals: courseTotals({ count: inTerm.length, credits: sum('credits'), fee }),
    clashes: findClashes(inTerm, term),
  };
}
