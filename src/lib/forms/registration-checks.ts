import { isRegistrationOpen } from '#lib/content/terms.ts';
import { registrationErrors as errors } from '#lib/i18n/en/errors.ts';
import { listAnd, listOr } from '#lib/i18n/format.ts';
import type { Catalogue } from './catalogue.ts';
import { allowedOfferings, readChosenCourses } from './course-groups.ts';
import type { FormInput } from './form-definition.ts';
import { coursesError, maxCourses } from './registration-form.ts';
import { findClash } from './timetable.ts';

type Choice = { term: string; courses: readonly string[] };
type Errors = { term?: string; courses?: string };

/** Checks the chosen term and courses against what is on offer today. */
export function findOfferErrors({ term: id, courses }: Choice, catalogue: Catalogue): Errors {
  const term = catalogue.term(id);
  if (!term || !isRegistrationOpen(term, catalogue.today)) {
    const open = catalogue.openTerms().map(({ title }) => title);
    const choice = open.length > 0 ? errors.chooseTerm({ terms: listOr(open) }) : errors.noOpenTerm;
    return { term: term ? errors.termClosed({ term: term.title, choice }) : choice };
  }
  const choices = readChosenCourses(courses).map(({ code, groups }) => ({
    code,
    offerings: allowedOfferings(groups, catalogue.offerings(code, id)),
  }));
  if (choices.length > maxCourses) return { courses: coursesError };
  const missing = choices.filter(({ offerings }) => offerings.length === 0).map(({ code }) => code);
  if (missing.length > 0) {
    const asked = courses.filter((each) => missing.some((code) => each.startsWith(code)));
    return { courses: errors.notOffered({ term: term.title, courses: asked.join(', ') }) };
  }
  const clash = findClash(choices, term);
  return clash ? { courses: errors.clash({ courses: listAnd(clash) }) } : {};
}

/** Runs the same checks on a posted form, whose other fields may be invalid. */
export function findPostedErrors({ term, courses }: FormInput, catalogue: Catalogue): Errors {
  if (typeof term !== 'string' || !Array.isArray(courses)) return {};
  return findOfferErrors({ term, courses: courses.map((code) => code.trim().toUpperCase()) }, catalogue);
}
