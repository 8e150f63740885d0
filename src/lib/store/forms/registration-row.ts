import type { StoredAnswers } from '#lib/store/schema.ts';

export type NewRegistration = {
  studentNumber: string;
  givenName: string;
  familyName: string;
  email: string;
  /** Equal for equivalent addresses. */
  emailKey: string;
  term: string;
  /** Sorted and unique. */
  courses: readonly string[];
  note: string | null;
  answers?: StoredAnswers;
  /** UTC milliseconds. */
  receivedAt: number;
};

/** The columns that are equal for repeated requests. */
export function identityOf({ studentNumber, term, courses, emailKey }: NewRegistration) {
  return {
    student_key: studentNumber.toUpperCase(),
    term,
    course_set: courses.join(' '),
    email_key: emailKey,
    live: 1,
  };
}

export function toRow(
  registration: NewRegistration,
  { id, reference, needsConfirmation }: { id: string; reference: string; needsConfirmation: boolean },
) {
  return {
    ...identityOf(registration),
    id,
    reference,
    student_number: registration.studentNumber,
    given_name: registration.givenName,
    family_name: registration.familyName,
    email: registration.email,
    note: registration.note,
    answers: JSON.stringify(registration.answers ?? {}),
    status: 'requested' as const,
    received_at: registration.receivedAt,
    confirmed_at: needsConfirmation ? null : registration.receivedAt,
    withdrawn_at: null,
    handled_by: null,
    handled_at: null,
  };
}
