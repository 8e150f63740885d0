import type { RegistrationFacts } from '#lib/mail/registration-letters.ts';
import type { ListedRegistration } from '#lib/store/registration-list.ts';
import type { Catalogue } from './catalogue.ts';

/** What letters say of a stored registration; undefined when its term is in no calendar any more. */
export function letterFacts(
  registration: ListedRegistration,
  catalogue: Catalogue,
): RegistrationFacts | undefined {
  const term = catalogue.term(registration.term);
  if (!term) return undefined;
  return {
    reference: registration.reference,
    studentNumber: registration.student_number,
    givenName: registration.given_name,
    familyName: registration.family_name,
    email: registration.email,
    term,
    courses: registration.course_set
      .split(' ')
      .map((code) => catalogue.course(code) ?? { code, title: '', prerequisites: [] }),
  };
}

/** True when a member of staff withdrew it, and not the student. */
export function isWithdrawnByStaff({ status, handled_by, handled_at, withdrawn_at }: ListedRegistration) {
  return status === 'withdrawn' && handled_by !== null && handled_at === withdrawn_at;
}
