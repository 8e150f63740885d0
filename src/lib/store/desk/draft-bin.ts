import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import { requireRoom } from './draft-room.ts';
import type { BinnedDraftTable, Person } from '#lib/store/desk-schema.ts';
import { insertChangeSet, type Draft } from './editing-set-rows.ts';
import { toPage, type Cursor, type Page } from '#lib/store/list-page.ts';
import type { Store } from '#lib/store/open.ts';
import { createRowId } from '#lib/store/row-id.ts';
import type { Database } from '#lib/store/schema.ts';
import { writeLog } from '#lib/store/staff/staff-log.ts';

type Tx = Transaction<Database>;

/** Of discarded drafts together, in bytes. The oldest are deleted first. */
const maxBytes = 256 * 2 ** 20;

/** A draft in the bin. Drafts that were discarded together have the same `batch`. */
type BinnedDraft = Omit<Selectable<BinnedDraftTable>, 'text'>;

type BinnedBatch = { id: string; drafts: readonly BinnedDraft[] };

/** Moves drafts to the bin. A draft that deletes its file has no text to keep. */
export async function binDrafts(
  tx: Tx,
  drafts: readonly Draft[],
  { by, now }: { by: string; now: number },
): Promise<void> {
  const batch = createRowId(now);
  for (const draft of drafts) {
    if (draft.text === null) continue;
    const set = await tx
      .selectFrom('change_sets')
      .select('title')
      .where('id', '=', draft.changeSet)
      .executeTakeFirst();
    await tx
      .insertInto('binned_drafts')
      .values({
        id: createRowId(now),
        batch,
        path: draft.path,
        moved_from: draft.movedFrom,
        based_on: draft.basedOn,
        text: draft.text,
        title: set?.title ?? draft.path,
        saved_at: draft.savedAt,
        saved_by: draft.savedBy.email,
        saved_name: draft.savedBy.name,
        authors: JSON.stringify(draft.authors),
        discarded_at: now,
        discarded_by: by,
      })
      .execute();
  }
  await deleteOldest(tx);
}

async function deleteOldest(tx: Tx): Promise<void> {
  const bytes = sql<number>`octet_length(text)`;
  const rows = await tx
    .selectFrom('binned_drafts')
    .select(['id', bytes.as('bytes')])
    .orderBy('id', 'desc')
    .execute();
  let total = 0;
  for (const row of rows) {
    total += row.bytes;
    if (total > maxBytes) await tx.deleteFrom('binned_drafts').where('id', '<=', row.id).execute();
    if (total > maxBytes) return;
  }
}

function selectBatches(db: Kysely<Database>, batches: readonly string[]): Promise<BinnedDraft[]> {
  return db
    .selectFrom('binned_drafts')
    .select(['id', 'batch', 'path', 'moved_from', 'based_on', 'title', 'saved_at', 'saved_by'])
    .select(['saved_name', 'authors', 'discarded_at', 'discarded_by'])
    .where('batch', 'in', batches)
    .orderBy('id', 'desc')
    .execute();
}

/** The bin of discarded drafts. */
export function createDraftBin(store: Store) {
  return {
    /** Drafts that were discarded together, the latest first. The id of a row is its batch. */
    async page({
      cursor,
      limit,
    }: {
      cursor?: Cursor | undefined;
      limit: number;
    }): Promise<Page<BinnedBatch>> {
      const isNewer = cursor?.towards === 'newer';
      const { batches, drafts } = await store.query(async (db) => {
        let query = db
          .selectFrom('binned_drafts')
          .select('batch as id')
          .distinct()
          .orderBy('batch', isNewer ? 'asc' : 'desc');
        if (cursor) query = query.where('batch', isNewer ? '>' : '<', cursor.id);
        const found = await query.limit(limit + 1).execute();
        const ids = found.map(({ id }) => id);
        return { batches: found, drafts: ids.length === 0 ? [] : await selectBatches(db, ids) };
      });
      const { rows, ...around } = toPage(batches, { cursor, limit });
      const byBatch = Map.groupBy(drafts, ({ batch }) => batch);
      return { ...around, rows: rows.map(({ id }) => ({ id, drafts: byBatch.get(id) ?? [] })) };
    },

    /**
     * Restores the drafts that were discarded together, in a new change set. Their authors stay authors, so that
     * another person has to approve them.
     * @param check throws for a path that the person may not change: then nothing is restored
     * @returns the change set; `gone` if they are no longer in the bin, or the file that has another draft now
     */
    restore(
      batch: string,
      { who, now, check }: { who: Person; now: number; check?: (path: string) => unknown },
    ): Promise<{ changeSet: string } | { taken: string } | 'gone'> {
      return store.transaction(async (tx) => {
        const binned = tx.selectFrom('binned_drafts').selectAll().where('batch', '=', batch).orderBy('path');
        const paths = (await binned.execute()).map(({ path }) => path);
        for (const path of paths) check?.(path);
        await store.lock(
          tx,
          paths.map((path) => `draft ${path}`),
        );
        // Someone else may have restored them while this waited for the locks.
        const rows = await binned.execute();
        const [first] = rows;
        if (!first) return 'gone';
        const taken = await tx
          .selectFrom('drafts')
          .select('path')
          .where('path', 'in', paths)
          .executeTakeFirst();
        if (taken) return { taken: taken.path };
        await tx.deleteFrom('binned_drafts').where('batch', '=', batch).execute();
        const changeSet = await insertChangeSet(tx, { title: first.title, by: who.email, now });
        for (const row of rows) {
          const authors = [...new Set([...(JSON.parse(row.authors) as string[]), who.email])];
          await tx
            .insertInto('drafts')
            .values({
              id: createRowId(now),
              path: row.path,
              moved_from: row.moved_from,
              based_on: row.based_on,
              text: row.text,
              version: 1,
              change_set: changeSet,
              saved_at: now,
              saved_by: who.email,
              saved_name: who.name,
              authors: JSON.stringify(authors),
            })
            .execute();
          await writeLog(tx, { who: who.email, action: 'draft-restored', subject: row.path }, now);
        }
        await requireRoom(tx, changeSet);
        return { changeSet };
      });
    },
  };
}

export type DraftBin = ReturnType<typeof createDraftBin>;
