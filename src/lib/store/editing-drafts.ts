import type { Selectable, Transaction } from 'kysely';
import {
  deleteIfEmpty,
  holdUnleased,
  insertChangeSet,
  reopenIfApproved,
  type SeenDrafts,
} from './editing-set-rows.ts';
import type { DraftTable, Person } from './editing-schema.ts';
import type { Store } from './open.ts';
import { createRowId } from './row-id.ts';
import type { Database } from './schema.ts';
import { writeLog } from './staff-log.ts';

export type Draft = {
  id: string;
  path: string;
  movedFrom: string | null;
  basedOn: string | null;
  /** Null: the file will be removed. */
  text: string | null;
  version: number;
  changeSet: string;
  savedAt: number;
  savedBy: Person;
  /** Email addresses of everyone who saved it. */
  authors: readonly string[];
};

type Save = {
  path: string;
  /** The version that was edited; 0 if there was no draft. */
  version: number;
  basedOn: string | null;
  text: string | null;
  movedFrom?: string | null;
  by: Person;
  now: number;
  /** The change set of a new draft; otherwise a new one with this title. */
  changeSet?: string | undefined;
  title: string;
};

type SaveResult = { draft: Draft } | { conflict: Draft | undefined };

type Tx = Transaction<Database>;

/** Drafts: one for each file, shared by everyone. */
export function createDrafts(store: Store) {
  return {
    /**
     * Stores a draft, on disk before it resolves. Refuses a version that is not the latest, so that nobody overwrites
     * what they have not seen.
     */
    save(input: Save): Promise<SaveResult> {
      return store.transaction(async (tx) => {
        await store.lock(tx, [`draft ${input.path}`]);
        const known = await findByPath(tx, input.path);
        if ((known?.version ?? 0) !== input.version) return { conflict: known };
        return { draft: known ? await update(tx, known, input) : await insert(tx, input) };
      });
    },

    /**
     * Stores a new file in the change set of another draft, so that both are published together. False if there is no such
     * draft or its set is being published. A file that has a draft stays as it is.
     */
    addBeside(entry: string, input: Omit<Save, 'version' | 'changeSet'>): Promise<boolean> {
      return store.transaction(async (tx) => {
        await store.lock(tx, [`draft ${input.path}`]);
        const beside = await findByPath(tx, entry);
        if (!beside || !(await holdUnleased(tx, beside.changeSet, input.now))) return false;
        const known = await findByPath(tx, input.path);
        if (!known) await insert(tx, { ...input, version: 0, changeSet: beside.changeSet });
        return true;
      });
    },

    async find(path: string): Promise<Draft | undefined> {
      return store.query((db) => findByPath(db, path));
    },

    /** In the order of their paths. @param changeSet all drafts if undefined */
    list(changeSet?: string): Promise<Draft[]> {
      return store.query(async (db) => {
        let query = db.selectFrom('drafts').selectAll().orderBy('path');
        if (changeSet !== undefined) query = query.where('change_set', '=', changeSet);
        return (await query.execute()).map(toDraft);
      });
    },

    /**
     * Discards drafts of a change set, and the set with the last one. Returns false if one has another version by now, and
     * then discards none.
     */
    discard(drafts: SeenDrafts, { who, now }: { who: string; now: number }): Promise<boolean> {
      return store.transaction(async (tx) => {
        const found = await findUnleased(tx, drafts, now);
        for (const { id, path, changeSet } of found ?? []) {
          await tx.deleteFrom('drafts').where('id', '=', id).execute();
          await reopenIfApproved(tx, changeSet);
          await deleteIfEmpty(tx, changeSet);
          await writeLog(tx, { who, action: 'draft-discarded', subject: path }, now);
        }
        return found !== undefined;
      });
    },

    /** Moves drafts to another change set. Returns false if one of them can't be changed, and then moves none. */
    moveTo(
      drafts: SeenDrafts,
      { changeSet, who, now }: { changeSet: string; who: string; now: number },
    ): Promise<boolean> {
      return store.transaction(async (tx) => {
        const found = await findUnleased(tx, drafts, now);
        const target = await tx
          .selectFrom('change_sets')
          .select(['id', 'title'])
          .where('id', '=', changeSet)
          .where('state', 'in', ['editing', 'returned'])
          .executeTakeFirst();
        if (!target || !found) return false;
        for (const draft of found) {
          await tx.updateTable('drafts').set({ change_set: changeSet }).where('id', '=', draft.id).execute();
          await reopenIfApproved(tx, draft.changeSet);
          await deleteIfEmpty(tx, draft.changeSet);
          const facts = { set: target.title };
          await writeLog(tx, { who, action: 'draft-moved', subject: draft.path, facts }, now);
        }
        return true;
      });
    },
  };

  async function insert(tx: Tx, input: Save): Promise<Draft> {
    const { path, basedOn, text, movedFrom = null, by, now, title } = input;
    const set = input.changeSet ?? (await insertChangeSet(tx, { title, by: by.email, now }));
    const row = {
      ...{ id: createRowId(now), path, moved_from: movedFrom, based_on: basedOn, text, version: 1 },
      ...{ change_set: set, ...savedBy(by, now), authors: JSON.stringify([by.email]) },
    };
    await tx.insertInto('drafts').values(row).execute();
    await reopenIfApproved(tx, set);
    const facts = movedFrom === null ? {} : { movedFrom };
    await writeLog(tx, { who: by.email, action: 'draft-begun', subject: path, facts }, now);
    return toDraft(row);
  }

  async function update(tx: Tx, draft: Draft, { basedOn, text, movedFrom, by, now }: Save): Promise<Draft> {
    const row = await tx
      .updateTable('drafts')
      .set({
        ...{ based_on: basedOn, text, version: draft.version + 1, ...savedBy(by, now) },
        ...(movedFrom !== undefined && { moved_from: movedFrom }),
        authors: JSON.stringify([...new Set([...draft.authors, by.email])]),
      })
      .where('id', '=', draft.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await reopenIfApproved(tx, draft.changeSet);
    return toDraft(row);
  }
}

export type Drafts = ReturnType<typeof createDrafts>;

function savedBy(by: Person, now: number) {
  return { saved_at: now, saved_by: by.email, saved_name: by.name };
}

async function findByPath(db: Pick<Tx, 'selectFrom'>, path: string): Promise<Draft | undefined> {
  const row = await db.selectFrom('drafts').selectAll().where('path', '=', path).executeTakeFirst();
  return row && toDraft(row);
}

/** Undefined if one of them has another version, or is being published. */
async function findUnleased(tx: Tx, drafts: SeenDrafts, now: number): Promise<Draft[] | undefined> {
  const found: Draft[] = [];
  for (const { path, version } of drafts) {
    const draft = await findByPath(tx, path);
    if (draft?.version !== version) return undefined;
    found.push(draft);
  }
  const sets = found.map(({ changeSet }) => changeSet);
  const query = tx.selectFrom('change_sets').select('id').where('leased_until', '>', now);
  const isLeased = sets.length > 0 && (await query.where('id', 'in', sets).executeTakeFirst());
  return isLeased ? undefined : found;
}

function toDraft(row: Selectable<DraftTable>): Draft {
  return {
    ...{ id: row.id, path: row.path, movedFrom: row.moved_from, basedOn: row.based_on, text: row.text },
    ...{ version: row.version, changeSet: row.change_set, savedAt: row.saved_at },
    savedBy: { email: row.saved_by, name: row.saved_name },
    authors: JSON.parse(row.authors) as string[],
  };
}
