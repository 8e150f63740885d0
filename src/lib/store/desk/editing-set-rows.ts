import { sql, type Selectable, type Transaction } from 'kysely';
import { isTextRow } from './draft-room.ts';
import type { ChangeSetTable, DraftTable, Person, TakenBack } from '#lib/store/desk-schema.ts';
import { createRowId } from '#lib/store/row-id.ts';
import type { Database } from '#lib/store/schema.ts';

type Tx = Transaction<Database>;

/** A file of a published change set. `hash` is the hash of its source in a snapshot; null if the file was removed. */
export type PublishedFile = { path: string; movedFrom: string | null; hash: string | null };

export type ChangeSet = Omit<Selectable<ChangeSetTable>, 'published_files' | 'taken_back'> & {
  publishedFiles: readonly PublishedFile[];
  takenBack: TakenBack | null;
};

export type Draft = {
  id: string;
  path: string;
  movedFrom: string | null;
  basedOn: string | null;
  /** Null if publishing removes the file. */
  text: string | null;
  version: number;
  changeSet: string;
  savedAt: number;
  savedBy: Person;
  /** Email addresses of everyone who saved it. */
  authors: readonly string[];
};

/** Ids and versions of drafts when they were read. A later draft of the same file has a different id. */
export type ReadDrafts = readonly { id: string; version: number }[];

export async function insertChangeSet(
  tx: Tx,
  { title, by, now, ...proposal }: { title: string; by: string; now: number } & Partial<ChangeSetTable>,
): Promise<string> {
  const id = createRowId(now);
  await tx
    .insertInto('change_sets')
    .values({
      id,
      title,
      state: 'editing',
      sentence: '',
      branch: null,
      branch_commit: null,
      created_at: now,
      created_by: by,
      submitted_at: null,
      submitted_by: null,
      submitted_name: null,
      decided_at: null,
      decided_by: null,
      decided_name: null,
      decision: '',
      publish_at: null,
      published_at: null,
      says_by: null,
      approved: null,
      taken_back: null,
      live_at: null,
      commit_id: null,
      published_files: '[]',
      failure: null,
      leased_until: 0,
      leased_by: null,
      ...proposal,
    })
    .execute();
  return id;
}

/** Locks a set until the transaction ends. Returns undefined if it is unknown. */
export async function lockSet(tx: Tx, id: string): Promise<ChangeSet | undefined> {
  const row = await tx
    .updateTable('change_sets')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && toChangeSet(row);
}

/** True if drafts may join the set: it is neither published nor being published. */
export function isUnpublished(set: ChangeSet | undefined, now: number): set is ChangeSet {
  return set !== undefined && set.state !== 'published' && set.leased_until <= now;
}

export async function deleteIfEmpty(tx: Tx, id: string): Promise<void> {
  await tx
    .deleteFrom('change_sets')
    .where('id', '=', id)
    .where('state', '!=', 'published')
    .where('id', 'not in', (from) => from.selectFrom('drafts').select('change_set'))
    .execute();
}

/** The drafts of a set, sorted by path. */
export async function listDrafts(db: Pick<Tx, 'selectFrom'>, changeSet: string): Promise<Draft[]> {
  const query = db.selectFrom('drafts').selectAll().where('change_set', '=', changeSet);
  return (await query.orderBy('path').execute()).map(toDraft);
}

/** All drafts, sorted by path. The text of a picture is replaced with an empty one unless it is null. */
export async function listAllDrafts(db: Pick<Tx, 'selectFrom'>): Promise<Draft[]> {
  const text = sql<string | null>`case when text is null or ${isTextRow} then text else '' end`.as('text');
  const rows = await db
    .selectFrom('drafts')
    .select(['id', 'path', 'moved_from', 'based_on', 'version', 'change_set', text])
    .select(['saved_at', 'saved_by', 'saved_name', 'authors'])
    .orderBy('path')
    .execute();
  return rows.map(toDraft);
}

export function toChangeSet({ published_files, taken_back, ...row }: Selectable<ChangeSetTable>): ChangeSet {
  return {
    ...row,
    publishedFiles: JSON.parse(published_files) as PublishedFile[],
    takenBack: taken_back === null ? null : (JSON.parse(taken_back) as TakenBack),
  };
}

export function toDraft(row: Selectable<DraftTable>): Draft {
  return {
    id: row.id,
    path: row.path,
    movedFrom: row.moved_from,
    basedOn: row.based_on,
    text: row.text,
    version: row.version,
    changeSet: row.change_set,
    savedAt: row.saved_at,
    savedBy: { email: row.saved_by, name: row.saved_name },
    authors: JSON.parse(row.authors) as string[],
  };
}
