import { ApiError } from '#lib/http/api-error.ts';
import { readField } from '#lib/http/form-field.ts';
import { noteErrors } from '#lib/i18n/en/staff.ts';
import type { RegistrationNotes } from '#lib/store/forms/registration-notes.ts';
import { addressAfter } from './message.ts';

/** In characters. */
export const maxNote = 2_000;

type Deps = { notes: RegistrationNotes; reference: string; who: string; now?: number };

/**
 * Stores the note that a registration's page posts. Returns the next address.
 * @throws ApiError INVALID_REQUEST if it is empty or too long; STORE_UNAVAILABLE
 */
export async function writeNote(
  form: FormData,
  { notes, reference, who, now = Date.now() }: Deps,
): Promise<string> {
  const text = readField(form, 'note');
  if (text === '') throw new ApiError('INVALID_REQUEST', noteErrors.empty);
  if (text.length > maxNote) throw new ApiError('INVALID_REQUEST', noteErrors.long({ max: maxNote }));
  return addressAfter(pageOf(reference), await notes.add(reference, { text, who, now }));
}

/** Deletes a note. One that is deleted already is no error. Returns the next address. @throws ApiError STORE_UNAVAILABLE */
export async function deleteNote(
  form: FormData,
  { notes, reference, who, now = Date.now() }: Deps,
): Promise<string> {
  const note = readField(form, 'id');
  return addressAfter(pageOf(reference), await notes.delete(reference, { note, who, now }));
}

function pageOf(reference: string): string {
  return `/staff/registrations/${reference}`;
}
