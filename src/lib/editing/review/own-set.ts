import { ApiError } from '#lib/http/api-error.ts';
import { changeSetErrors } from '#lib/i18n/en/desk.ts';
import type { StaffMember } from '#lib/auth/staff-types.ts';
import { findChangeSet, type EditingDesk } from '#lib/editing/desk.ts';
import { isAuthor } from './permissions.ts';

/**
 * Checks that a person may add a draft to a change set: it must be unpublished, and the person must be one of its
 * authors.
 * @throws ApiError NOT_FOUND, FORBIDDEN or INVALID_REQUEST
 */
export async function requireOwnSet(
  desk: Pick<EditingDesk, 'changeSets' | 'drafts'>,
  id: string,
  member: Pick<StaffMember, 'email'>,
): Promise<void> {
  const set = await findChangeSet(desk, id);
  const errors = changeSetErrors.notOwn;
  if (!set) throw new ApiError('NOT_FOUND', errors.unknown);
  if (!isAuthor(member, { set, drafts: await desk.drafts.list(id) })) {
    throw new ApiError('FORBIDDEN', errors.ofOthers);
  }
  if (set.state === 'published') throw new ApiError('INVALID_REQUEST', errors.published);
}
