import type { Transaction } from 'kysely';
import {
  deleteIfEmpty,
  insertChangeSet,
  isUnpublished,
  listAllDrafts,
  listDrafts,
  lockSet,
  toDraft,
  type Draft,
  type ReadDrafts,
} from './editing-set-rows.ts';
import { binDrafts } from './draft-bin.ts';
import { requireRoom } from './draft-room.ts';
import type { Person } from '#lib/store/desk-schema.ts';
import { createTakeBack, type TakenBackLetter } from './take-back.ts';
import type { Store } from '#lib/store/open.ts';
import { createRowId } from '#lib/store/row-id.ts';
import type { Database } from '#lib/store/schema.ts';
import { writeLog } from '#lib/store/staff/staff-log.ts';

export type { Draft } from './editing-set-rows.ts';

type Save = {
  path: string;
  /** The version that was edited; 0 if there was no draft. */
  version: number;
  basedOn: string | null;
  text: string | null;
  movedFrom?: string | null;
  by: Person;
  now: number;
  /** The change set for a new draft; if undefined, a new one with this `title` is created. */
  changeSet?: string | undefined;
  title: string;
  /** Other authors of the text that a new draft starts with. */
  authors?: readonly string[] | undefined;
};

/** `refused`: the change set for a new draft is unknown, published or being published. */
type SaveResult = { draft: Draft } | { conflict: Draft | undefined } | { refused: true };

type Tx = Transaction<Database>;

/**
 * Drafts: at most one per file, shared by everyone.
 * @param letter creates the email to the reviewer of a set that goes back to its authors; undefined if email is not set
 * up
 */
export function createDrafts(store: Store, letter?: TakenBackLetter) {
  const takeBack = createTakeBack(store, letter);
  return {
    /**
     * Stores a draft; it is on disk when the promise resolves. Refuses any version but the latest, so that nobody
     * overwrites changes that they have not seen.
     * @throws ApiError PAYLOAD_TOO_LARGE
     */
    save(input: Save): Promise<SaveResult> {
      return store.transaction(async (tx) => {
        await store.lock(tx, [`draft ${input.path}`]);
        const known = await findByPath(tx, input.path);
        if ((known?.version ?? 0) !== input.version) return { conflict: known };
        const draft = known ? await update(tx, known, input) : await insert(tx, input);
        return draft ? { draft } : { refused: true };
      });
    },

    /**
     * Stores a new file in the change set of another draft, so that both are published together. `busy`: the other
     * draft does not exist, or its set is being published. `taken`: the file already has a draft with different content
     * or in a different set.
     */
    addBeside(
      entry: string,
      input: Omit<Save, 'version' | 'changeSet'>,
    ): Promise<'added' | 'taken' | 'busy'> {
      return store.transaction(async (tx) => {
        await store.lock(tx, [`draft ${input.path}`]);
        const beside = await findByPath(tx, entry);
        if (!beside) return 'busy';
        const known = await findByPath(tx, input.path);
        const isSame = known?.text === input.text && known.changeSet === beside.changeSet;
        if (known) return isSame ? 'added' : 'taken';
        const draft = await insert(tx, { ...input, version: 0, changeSet: beside.changeSet });
        return draft ? 'added' : 'busy';
      });
    },

    async find(path: string): Promise<Draft | undefined> {
      return store.query((db) => findByPath(db, path));
    },

    /** The drafts of a change set, sorted by path. */
    list: (changeSet: string): Promise<Draft[]> => store.query((db) => listDrafts(db, changeSet)),

    /** All drafts, sorted by path, without the content of pictures, which may be too large together. */
    listAll: (): Promise<Draft[]> => store.query(listAllDrafts),

    /**
     * Moves drafts to the bin, and deletes a change set with its last draft. Returns false and discards nothing if a
     * draft has changed or is being published.
     * @param options.isMoved the text is in a draft of another file, so the bin does not need it
     */
    discard(
      drafts: ReadDrafts,
      { who, now, isMoved = false }: { who: string; now: number; isMoved?: boolean },
    ): Promise<boolean> {
      return store.transaction(async (tx) => {
        const found = await findUnleased(tx, drafts, now);
        if (found && !isMoved) await binDrafts(tx, found, { by: who, now });
        for (const { id, path, changeSet } of found ?? []) {
          await takeBack(tx, changeSet, { by: who, path, now });
          await tx.deleteFrom('drafts').where('id', '=', id).execute();
          await deleteIfEmpty(tx, changeSet);
          await writeLog(tx, { who, action: 'draft-discarded', subject: path }, now);
        }
        return found !== undefined;
      });
    },

    /**
     * Moves drafts to another change set. Returns false and moves nothing if a draft has changed or is being published,
     * or if the set is not in the state `editing` or `returned`.
     */
    moveTo(
      drafts: ReadDrafts,
      { changeSet, who, now }: { changeSet: string; who: string; now: number },
    ): Promise<boolean> {
      return store.transaction(async (tx) => {
        const found = await findUnleased(tx, drafts, now);
        const target = await lockSet(tx, changeSet);
        if (!found || (target?.state !== 'editing' && target?.state !== 'returned')) return false;
        for (const draft of found) {
          await takeBack(tx, draft.changeSet, { by: who, path: draft.path, now });
          await tx.updateTable('drafts').set({ change_set: changeSet }).where('id', '=', draft.id).execute();
          await deleteIfEmpty(tx, draft.changeSet);
          const facts = { set: target.title };
          await writeLog(tx, { who, action: 'draft-moved', subject: draft.path, facts }, now);
        }
        await requireRoom(tx, changeSet);
        return true;
      });
    },
  };

  /** Returns undefined if the change set no longer accepts drafts. */
  async function insert(tx: Tx, input: Save): Promise<Draft | undefined> {
    const { path, basedOn, text, movedFrom = null, by, now, title, changeSet, authors = [] } = input;
    if (changeSet !== undefined && !isUnpublished(await lockSet(tx, changeSet), now)) return undefined;
    const set = changeSet ?? (await insertChangeSet(tx, { title, by: by.email, now }));
    await takeBack(tx, set, { by: by.email, path, now });
    const row = {
      id: createRowId(now),
      path,
      moved_from: movedFrom,
      based_on: basedOn,
      text,
      version: 1,
      change_set: set,
      ...savedBy(by, now),
      authors: toAuthors(authors, by),
    };
    await tx.insertInto('drafts').values(row).execute();
    await requireRoom(tx, set);
    const facts = movedFrom === null ? {} : { movedFrom };
    await writeLog(tx, { who: by.email, action: 'draft-begun', subject: path, facts }, now);
    return toDraft(row);
  }

  async function update(tx: Tx, draft: Draft, { basedOn, text, movedFrom, by, now }: Save): Promise<Draft> {
    await takeBack(tx, draft.changeSet, { by: by.email, path: draft.path, now });
    const row = await tx
      .updateTable('drafts')
      .set({
        based_on: basedOn,
        text,
        version: draft.version + 1,
        ...savedBy(by, now),
        ...(movedFrom !== undefined && { moved_from: movedFrom }),
        authors: toAuthors(draft.authors, by),
      })
      .where('id', '=', draft.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if ((text?.length ?? 0) > (draft.text?.length ?? 0)) await requireRoom(tx, draft.changeSet);
    return toDraft(row);
  }
}

export type Drafts = ReturnType<typeof createDrafts>;

function savedBy(by: Person, now: number) {
  return { saved_at: now, saved_by: by.email, saved_name: by.name };
}

function toAuthors(others: readonly string[], by: Person): string {
  return JSON.stringify([...new Set([...others, by.email])]);
}

async function findByPath(db: Pick<Tx, 'selectFrom'>, path: string): Promise<Draft | undefined> {
  const row = await db.selectFrom('drafts').selectAll().where('path', '=', path).executeTakeFirst();
  return row && toDraft(row);
}

/** Returns undefined if one of the drafts was deleted, has a different version or is being published. */
async function findUnleased(tx: Tx, drafts: ReadDrafts, now: number): Promise<Draft[] | undefined> {
  const found: Draft[] = [];
  for (const { id, version } of drafts) {
    const row = await tx.selectFrom('drafts').selectAll().where('id', '=', id).executeTakeFirst();
    if (row?.version !== version) return undefined;
    if (!isUnpublished(await lockSet(tx, row.change_set), now)) return undefined;
    found.push(toDraft(row));
  }
  return found;
}
