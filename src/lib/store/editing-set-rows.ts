import type { Selectable, Transaction } from 'kysely';
import type { ChangeSetTable } from './editing-schema.ts';
import { createRowId } from './row-id.ts';
import type { Database } from './schema.ts';

type Tx = Transaction<Database>;

/** A file of a published change set. `hash` is that of its source in a snapshot; null if it was removed. */
export type PublishedFile = { path: string; movedFrom: string | null; hash: string | null };

export type ChangeSet = Omit<Selectable<ChangeSetTable>, 'published_files'> & {
  publishedFiles: readonly PublishedFile[];
};

/** The drafts that a decision is about: `path` and `version` of each. */
export type SeenDrafts = readonly { path: string; version: number }[];

export async function insertChangeSet(
  tx: Tx,
  { title, by, now, ...proposal }: { title: string; by: string; now: number } & Partial<ChangeSetTable>,
): Promise<string> {
  const id = createRowId(now);
  await tx
    .insertInto('change_sets')
    .values({
      ...{ id, title, state: 'editing', sentence: '', branch: null, branch_commit: null, created_at: now },
      ...{ created_by: by, submitted_at: null, submitted_by: null, submitted_name: null, decided_at: null },
      ...{ decided_by: null, decided_name: null, decision: '', publish_at: null, published_at: null },
      ...{
        live_at: null,
        commit_id: null,
        published_files: '[]',
        failure: null,
        leased_until: 0,
        leased_by: null,
      },
      ...proposal,
    })
    .execute();
  return id;
}

/** An approval is for what was seen: a later save needs another one. */
export async function reopenIfApproved(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('change_sets')
    .set({ state: 'review', publish_at: null, decided_at: null, decided_by: null, decided_name: null })
    .where('id', '=', id)
    .where('state', '=', 'scheduled')
    .execute();
}

/** Keeps the set from being leased until the transaction ends. False if it is leased or published already. */
export async function holdUnleased(tx: Tx, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('change_sets')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .where('state', '!=', 'published')
    .where('leased_until', '<=', now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function deleteIfEmpty(tx: Tx, id: string): Promise<void> {
  await tx
    .deleteFrom('change_sets')
    .where('id', '=', id)
    .where('state', '!=', 'published')
    .where('id', 'not in', (from) => from.selectFrom('drafts').select('change_set'))
    .execute();
}

export async function hasExactly(tx: Tx, id: string, seen: SeenDrafts): Promise<boolean> {
  const rows = await tx
    .selectFrom('drafts')
    .select(['path', 'version'])
    .where('change_set', '=', id)
    .execute();
  const keyOf = ({ path, version }: { path: string; version: number }) => `${version} ${path}`;
  const expected = new Set(seen.map(keyOf));
  return rows.length === expected.size && rows.length > 0 && rows.every((row) => expected.has(keyOf(row)));
}

export function toChangeSet({ published_files, ...row }: Selectable<ChangeSetTable>): ChangeSet {
  return { ...row, publishedFiles: JSON.parse(published_files) as PublishedFile[] };
}
