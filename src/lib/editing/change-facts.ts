import { ApiError } from '#lib/http/api-error.ts';
import { entryErrors } from '#lib/i18n/en/desk.ts';
import { UnpatchableError } from './front-matter/edit-front-matter.ts';

/**
 * Changes the front matter of an entry.
 * @throws ApiError INVALID_REQUEST if the form cannot change it
 */
export function changeFacts(file: string, text: string, change: (text: string) => string): string {
  try {
    return change(text);
  } catch (error) {
    if (!(error instanceof UnpatchableError)) throw error;
    throw new ApiError('INVALID_REQUEST', { ...entryErrors.unreadableDetails({ file }), cause: error });
  }
}
