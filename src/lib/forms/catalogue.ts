import { cancellationIn, type Course, type Offering } from '#lib/content/course.ts';
import { findTerm, isRegistrationOpen, type Day, type Term } from '#lib/content/terms.ts';

/** The course data for the forms, as the build writes it. */
export type CatalogueData = {
  terms: readonly Term[];
  courses: readonly CatalogueCourse[];
};

export type CatalogueCourse = Pick<
  Course,
  'code' | 'title' | 'subject' | 'credits' | 'level' | 'fee' | 'prerequisites' | 'offerings'
>;

export type Catalogue = {
  readonly today: Day;
  term: (id: string) => Term | undefined;
  /** Terms that are open for registration today, in order. */
  openTerms: () => Term[];
  course: (code: string) => CatalogueCourse | undefined;
  /** The course's offerings in one term, without cancelled ones; empty if it is not offered. */
  offerings: (code: string, termId: string) => Offering[];
  /** The total number of seats in the course's offerings in one term. */
  seats: (code: string, termId: string) => number;
};

/**
 * Creates the catalogue for one day. This is cheap: create one per request, so that the day is right.
 * @param today today's date at the institute: see `dayIn`
 */
export function createCatalogue({ terms, courses }: CatalogueData, today: Day): Catalogue {
  const course = (code: string) => courses.find((each) => each.code === code);
  const offerings = (code: string, termId: string) =>
    (course(code)?.offerings ?? []).filter(
      (offering) =>
        findTerm(offering.term, terms, today)?.id === termId &&
        cancellationIn(offering, { id: termId }) === undefined,
    );
  return {
    today,
    course,
    term: (id) => terms.find((term) => term.id === id),
    openTerms: () => terms.filter((term) => isRegistrationOpen(term, today)),
    offerings,
    seats: (code, termId) => offerings(code, termId).reduce((sum, { seats }) => sum + seats, 0),
  };
}
