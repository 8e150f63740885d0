import type { Catalogue, CatalogueCourse } from './catalogue.ts';
import type { RegistrationPayload } from './registration-form.ts';
import { findClash } from './timetable.ts';

type Options = {
  courses: readonly CatalogueCourse[];
  /** A number in the institute's format. */
  studentNumber: string;
};

/**
 * Returns a registration that is accepted on the catalogue's day: up to two courses of the first open term that do not
 * clash. If no term is open, the example would not be accepted.
 */
export function exampleRegistration(
  catalogue: Catalogue,
  { courses, studentNumber }: Options,
): RegistrationPayload {
  const person = { studentNumber, givenName: 'Ana', familyName: 'Ng', email: 'ana.ng@example.org' };
  for (const term of catalogue.openTerms()) {
    const choices = courses
      .map(({ code }) => ({ code, offerings: catalogue.offerings(code, term.id) }))
      .filter(({ offerings }) => offerings.length > 0);
    const [first] = choices;
    if (first === undefined) continue;
    const second = choices.slice(1).find((each) => findClash([first, each], term) === undefined);
    return { ...person, term: term.id, courses: [first.code, ...(second ? [second.code] : [])] };
  }
  return { ...person, term: 'none-is-open', courses: courses.slice(0, 1).map(({ code }) => code) };
}
