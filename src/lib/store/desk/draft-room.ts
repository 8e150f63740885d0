import { sql, type Transaction } from 'kysely';
import { ApiError } from '#lib/http/api-error.ts';
import { changeSetErrors as errors } from '#lib/i18n/en/desk.ts';
import type { Database } from '#lib/store/schema.ts';

const mebibyte = 2 ** 20;

/**
 * Limits of stored drafts, in bytes. The desk reads a whole change set, or the texts of all sets, into the memory of
 * the process that serves visitors. A stored picture is a third larger than its file, since it is encoded as base64.
 */
const draftRoom = { set: 64 * mebibyte, texts: 64 * mebibyte, all: 1024 * mebibyte };

/** True for drafts of texts, false for drafts of pictures. */
export const isTextRow = sql<boolean>`(path like '%.md' or path like '%.mdx' or path like '%.yaml')`;

/**
 * Call it after writing a draft.
 * @throws ApiError PAYLOAD_TOO_LARGE if the drafts exceed a limit, which rolls back the transaction
 */
export async function requireRoom(
  tx: Transaction<Database>,
  changeSet: string,
  room: typeof draftRoom = draftRoom,
): Promise<void> {
  const bytes = sql<number>`coalesce(octet_length(text), 0)`;
  const used = await tx
    .selectFrom('drafts')
    .select([
      sql<number | null>`sum(${bytes})`.as('all'),
      sql<number | null>`sum(case when ${isTextRow} then ${bytes} else 0 end)`.as('texts'),
      sql<number | null>`sum(case when change_set = ${changeSet} then ${bytes} else 0 end)`.as('set'),
    ])
    .executeTakeFirst();
  const isOver = (part: keyof typeof draftRoom) => (used?.[part] ?? 0) > room[part];
  if (isOver('set')) {
    throw new ApiError('PAYLOAD_TOO_LARGE', errors.setTooLarge({ mebibytes: room.set / mebibyte }));
  }
  if (isOver('texts') || isOver('all')) throw new ApiError('PAYLOAD_TOO_LARGE', errors.allTooLarge);
}
