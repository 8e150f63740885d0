import { ApiError } from '#lib/http/api-error.ts';
import type { OutgoingMail } from '#lib/store/outbox.ts';
import type { KeptRegistration, RegistrationConflicts } from '#lib/store/registration-conflicts.ts';
import type { ListedRegistration } from '#lib/store/registration-list.ts';
import { addressAfter } from './message.ts';

/** More than that are not compared; all of them are withdrawn when one is kept. */
const mostCompared = 4;

export type Comparison = {
  /** All of them, this one first. */
  references: string[];
  /** The fields in which they differ, with one value for each of the first references. */
  differences: { label: string; values: string[] }[];
};

type KeepOptions = {
  conflicts: RegistrationConflicts;
  reference: string;
  mailsFor: (outcome: KeptRegistration) => OutgoingMail[];
  who: string;
  now?: number;
};

/** Puts registrations that are in conflict side by side. @param moment writes a moment */
export function compareRegistrations(
  registrations: readonly ListedRegistration[],
  moment: (at: number) => string,
): Comparison {
  const rows: [string, (row: ListedRegistration) => string][] = [
    ['Received', ({ received_at }) => moment(received_at)],
    ['Email', ({ email }) => email],
    ['Email confirmed', ({ confirmed_at }) => describeConfirmed(confirmed_at, moment)],
    ['Given name', ({ given_name }) => given_name],
    ['Family name', ({ family_name }) => family_name],
    ['Student number', ({ student_number }) => student_number],
    ['Courses', ({ course_set }) => course_set],
    ['Note', ({ note }) => note ?? 'None'],
  ];
  return {
    references: registrations.map(({ reference }) => reference),
    differences: rows
      .map(([label, read]) => ({ label, values: registrations.slice(0, mostCompared).map(read) }))
      .filter(({ values }) => new Set(values).size > 1),
  };
}

/** 0 stands for rows from before confirmations were asked for. */
export function describeConfirmed(at: number | null, moment: (at: number) => string): string {
  if (at === null) return 'No';
  return at === 0 ? 'Yes' : moment(at);
}

/**
 * Keeps this registration, withdraws the others that the page showed, and says where to go next.
 * @throws ApiError INVALID_REQUEST when they have changed since; STORE_UNAVAILABLE
 */
export async function keepRegistration(
  form: FormData,
  { conflicts, reference, mailsFor, who, now = Date.now() }: KeepOptions,
): Promise<string> {
  const others = form.getAll('other').filter((value) => typeof value === 'string');
  const line = await conflicts.keep(reference, { others, who, now, mailsFor });
  if (line === undefined) {
    throw new ApiError('INVALID_REQUEST', {
      message: 'The registrations have changed in the meantime.',
      resolution: 'Compare them again before you keep one.',
    });
  }
  return addressAfter(`/staff/registrations/${reference}`, line);
}
