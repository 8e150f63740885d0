import { ApiError } from '#lib/http/api-error.ts';
import { readField } from '#lib/http/form-field.ts';
import { binErrors } from '#lib/i18n/en/desk.ts';
import type { StaffMember } from '#lib/auth/staff-types.ts';
import { requireEditable, requireRepository, type EditingDesk } from './desk.ts';
import { isText } from './draft-files.ts';

/** How long deleted entries are listed, in milliseconds: as long as discarded drafts are stored. */
const listedFor = 90 * 24 * 60 * 60 * 1000;

/** A page of the discarded drafts by when they were discarded, and published entries that were deleted. */
export async function readBin(
  desk: EditingDesk,
  list: Parameters<EditingDesk['bin']['page']>[0],
  now = Date.now(),
) {
  const [discarded, published] = await Promise.all([
    desk.bin.page(list),
    desk.changeSets.list(['published'], 500),
  ]);
  const isRecent = (at: number | null) => (at ?? 0) > now - listedFor;
  return {
    discarded,
    deleted: published
      .filter(({ published_at }) => isRecent(published_at))
      .flatMap((set) =>
        set.publishedFiles
          .filter(({ path, hash }) => hash === null && isText(path))
          .map(({ path }) => ({ path, set })),
      ),
  };
}

/**
 * Restores discarded drafts from the form of the bin. Returns their change set.
 * @throws ApiError INVALID_REQUEST, or FORBIDDEN if this person may not change one of them
 */
export async function restoreFromBin(
  desk: EditingDesk,
  form: FormData,
  member: StaffMember,
): Promise<string> {
  requireRepository(desk);
  const { email, name } = member;
  const result = await desk.bin.restore(readField(form, 'batch'), {
    who: { email, name },
    now: Date.now(),
    check: (path) => isText(path) && requireEditable(path, member),
  });
  if (result === 'gone') throw new ApiError('INVALID_REQUEST', binErrors.gone);
  if ('taken' in result) throw new ApiError('INVALID_REQUEST', binErrors.taken({ file: result.taken }));
  return result.changeSet;
}
