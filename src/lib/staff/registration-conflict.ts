import { ApiError } from '#lib/http/api-error.ts';
import type { OutgoingMail } from '#lib/store/outbox.ts';
import type { KeptRegistration, RegistrationConflicts } from '#lib/store/registration-conflicts.ts';
import type { ListedRegistration } from '#lib/store/registration-list.ts';
import type { Answer } from '#lib/forms/answers.ts';
import { addressAfter } from './message.ts';

/** When one is kept, further ones are withdrawn too. */
const maxCompared = 4;

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

type CompareOptions = {
  moment: (at: number) => string;
  answersOf: (row: ListedRegistration) => Answer[];
};

/** Compares registrations that are in conflict. */
export function compareRegistrations(
  registrations: readonly ListedRegistration[],
  { moment, answersOf }: CompareOptions,
): Comparison {
  const columns = registrations
    .slice(0, maxCompared)
    .map((row) => [
      { label: 'Received', text: moment(row.received_at) },
      { label: 'Email confirmed', text: describeConfirmed(row.confirmed_at, moment) },
      { label: 'Courses', text: row.course_set },
      ...answersOf(row),
    ]);
  const labels = columns[0]?.map(({ label }) => label) ?? [];
  return {
    references: registrations.map(({ reference }) => reference),
    differences: labels
      .map((label, index) => ({ label, values: columns.map((column) => column[index]?.text || 'None') }))
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
