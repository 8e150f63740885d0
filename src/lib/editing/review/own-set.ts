import { ApiError } from '#lib/http/api-error.ts';
import type { StaffMember } from '#lib/auth/staff-types.ts';
import { findChangeSet, type Desk } from '#lib/editing/desk.ts';
import { isAuthor } from './permissions.ts';

/**
 * Checks a change set that a form names as the place for a draft: one that is not published, and of which the person is
 * an author.
 * @throws ApiError NOT_FOUND, FORBIDDEN or INVALID_REQUEST
 */
export async function requireOwnSet(
  desk: Pick<Desk, 'changeSets' | 'drafts'>,
  id: string,
  member: Pick<StaffMember, 'email'>,
): Promise<void> {
  const set = await findChangeSet(desk, id);
  const resolution = 'Choose changes that you are working on.';
  if (!set) throw new ApiError('NOT_FOUND', { message: 'There are no such changes.', resolution });
  if (!isAuthor(member, { set, drafts: await desk.drafts.list(id) })) {
    throw new ApiError('FORBIDDEN', { message: 'These are changes of other people.', resolution });
  }
  if (set.state === 'published') {
    throw new ApiError('INVALID_REQUEST', { message: 'These changes are published already.', resolution });
  }
}
