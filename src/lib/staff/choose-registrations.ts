import { ApiError } from '#lib/http/api-error.ts';
import { readField } from '#lib/http/form-field.ts';
import { decisionErrors } from '#lib/i18n/en/staff.ts';
import type { RegistrationList } from '#lib/store/forms/registration-list.ts';
import { readQuery, toFilter } from './registration-filter.ts';

/** The largest number of registrations in one decision. */
export const maxChosen = 200;

export type MatchingList = Pick<RegistrationList, 'references'>;

/**
 * Reads which registrations a form of the list has chosen: the ticked ones, all on the page, or all that match its
 * filter. @throws ApiError INVALID_REQUEST if there are none or too many; STORE_UNAVAILABLE
 */
export async function readChosen(form: FormData, list: MatchingList): Promise<string[]> {
  const all = form.getAll('all');
  const names = all.includes('page') ? ['reference', 'listed'] : ['reference'];
  const chosen = all.includes('matching')
    ? await findMatching(readField(form, 'query'), list)
    : names.flatMap((name) => form.getAll(name)).filter((each) => typeof each === 'string');
  const references = [...new Set(chosen)];
  if (references.length > maxChosen) throw new ApiError('INVALID_REQUEST', decisionErrors.tooMany);
  if (references.length === 0) throw new ApiError('INVALID_REQUEST', decisionErrors.noneChosen);
  return references;
}

function findMatching(search: string, list: MatchingList): Promise<string[]> {
  const searchParams = new URLSearchParams(search);
  return list.references(toFilter(readQuery({ searchParams })), maxChosen + 1);
}
