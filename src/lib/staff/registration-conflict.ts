import { ApiError } from '#lib/http/api-error.ts';
import { staffActionErrors } from '#lib/i18n/en/staff.ts';
import type { OutgoingMail } from '#lib/store/mail/outbox.ts';
import type { KeptRegistration, RegistrationConflicts } from '#lib/store/forms/registration-conflicts.ts';
import type { ListedRegistration } from '#lib/store/forms/registration-list.ts';
import type { Answer } from '#lib/forms/answers.ts';
import type { RegistrationNote } from '#lib/store/forms/registration-notes.ts';
import { notesLabel } from './labels.ts';
import { addressAfter } from './message.ts';
import { showLetter, type ShownLetter } from './shown-letter.ts';

/** Further registrations are not compared, but they are also withdrawn when one is kept. */
const maxCompared = 4;

export type Comparison = {
  /** References of all registrations, starting with this one. */
  references: string[];
  /** The fields that differ, with the values of the first registrations. */
  differences: { label: string; values: string[] }[];
};

type KeepOptions = {
  conflicts: RegistrationConflicts;
  reference: string;
  seats: (course: string, term: string) => number;
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

/** The notes of staff about a registration, as one more answer. */
export function showNotes(notes: readonly RegistrationNote[] = []): Answer {
  return { name: 'notes', label: notesLabel, text: notes.map(({ text }) => text).join('\n'), isLong: true };
}

/** 0 means a registration from before confirmations existed. */
export function describeConfirmed(at: number | null, moment: (at: number) => string): string {
  if (at === null) return 'No';
  return at === 0 ? 'Yes' : moment(at);
}

/**
 * Returns the emails that `keepRegistration` would send.
 * @throws ApiError INVALID_REQUEST if they have changed since; STORE_UNAVAILABLE
 */
export async function previewKeeping(
  form: FormData,
  { conflicts, reference, seats, mailsFor, who, now = Date.now() }: KeepOptions,
): Promise<ShownLetter[]> {
  const options = { others: readOthers(form), seats, who, now, mailsFor };
  const mails = await conflicts.previewKeep(reference, options);
  if (mails === undefined) throw new ApiError('INVALID_REQUEST', staffActionErrors.conflictChanged);
  return mails.map(showLetter);
}

/**
 * Keeps this registration and withdraws the others that the page showed. Returns the next address.
 * @throws ApiError INVALID_REQUEST if they have changed since; STORE_UNAVAILABLE
 */
export async function keepRegistration(
  form: FormData,
  { conflicts, reference, seats, mailsFor, who, now = Date.now() }: KeepOptions,
): Promise<string> {
  const kept = await conflicts.keep(reference, { others: readOthers(form), seats, who, now, mailsFor });
  if (kept === undefined) throw new ApiError('INVALID_REQUEST', staffActionErrors.conflictChanged);
  return addressAfter(`/staff/registrations/${reference}`, kept.logId);
}

/** The references of the registrations in conflict that the page showed. */
function readOthers(form: FormData): string[] {
  return form.getAll('other').filter((value) => typeof value === 'string');
}
