import type { Selectable, Transaction } from 'kysely';
import type { ChangeSetState, ChangeSetTable, Person } from './editing-schema.ts';
import type { Store } from './open.ts';
import { createRowId } from './row-id.ts';
import type { Database } from './schema.ts';
import { writeLog, type StaffAction } from './staff-log.ts';

/** A file of a published change set. `hash` is that of its source in a snapshot; null if it was removed. */
export type PublishedFile = { path: string; movedFrom: string | null; hash: string | null };

export type ChangeSet = Omit<Selectable<ChangeSetTable>, 'published_files'> & {
  publishedFiles: readonly PublishedFile[];
};

type Tx = Transaction<Database>;
type Doer = { who: Person; now: number };

/** The drafts that a decision is about: `path` and `version` of each. */
export type SeenDrafts = readonly { path: string; version: number }[];

export type NewProposal = {
  branch: string;
  commit: string;
  title: string;
  sentence: string;
  author: Person;
  files: readonly { path: string; basedOn: string | null; text: string | null }[];
};

type Step = {
  from: readonly ChangeSetState[];
  set: Partial<ChangeSetTable>;
  /** If given, the drafts must be exactly these. */
  seen?: SeenDrafts | undefined;
  log: { action: StaffAction; facts?: Readonly<Record<string, string | number>> };
};

/** Change sets: drafts that are reviewed and published together. Steps return false if the set has another state. */
export function createChangeSets(store: Store) {
  /** Changes the state, in one transaction with the log entry. */
  function step(id: string, { who, now }: Doer, { from, set, seen, log }: Step): Promise<boolean> {
    return store.transaction(async (tx) => {
      if (seen && !(await hasExactly(tx, id, seen))) return false;
      const row = await tx
        .updateTable('change_sets')
        .set(set)
        .where('id', '=', id)
        .where('state', 'in', from)
        .where('leased_until', '<=', now)
        .returning('title')
        .executeTakeFirst();
      if (!row) return false;
      const facts = { title: row.title, ...log.facts };
      await writeLog(tx, { who: who.email, action: log.action, subject: id, facts }, now);
      return true;
    });
  }

  const decidedBy = ({ who, now }: Doer) => ({
    ...{ decided_at: now, decided_by: who.email, decided_name: who.name },
  });

  return {
    create: ({ title, by, now }: { title: string; by: string; now: number }): Promise<string> =>
      store.transaction((tx) => insertChangeSet(tx, { title, by, now })),

    /** Stores a proposal through git as a submitted set with drafts. Returns its id. */
    propose(proposal: NewProposal, { who, now }: Doer): Promise<string> {
      const { branch, commit, title, sentence, author, files } = proposal;
      return store.transaction(async (tx) => {
        const id = await insertChangeSet(tx, {
          ...{
            title: title.slice(0, 100),
            by: author.email,
            now,
            state: 'review',
            sentence: sentence.slice(0, 500),
          },
          ...{ branch, branch_commit: commit, submitted_at: now },
          ...{ submitted_by: author.email, submitted_name: author.name },
        });
        const saved = { version: 1, change_set: id, saved_at: now, moved_from: null };
        const by = {
          saved_by: author.email,
          saved_name: author.name,
          authors: JSON.stringify([author.email]),
        };
        for (const { path, basedOn, text } of files) {
          const row = { id: createRowId(now), path, based_on: basedOn, text, ...saved, ...by };
          await tx.insertInto('drafts').values(row).execute();
        }
        await writeLog(tx, { who: who.email, action: 'proposal-taken', subject: id, facts: { branch } }, now);
        return id;
      });
    },

    find(id: string): Promise<ChangeSet | undefined> {
      return store.query(async (db) => {
        const row = await db.selectFrom('change_sets').selectAll().where('id', '=', id).executeTakeFirst();
        return row && toChangeSet(row);
      });
    },

    /** The latest first. */
    list(states: readonly ChangeSetState[], limit = 500): Promise<ChangeSet[]> {
      return store.query(async (db) => {
        const query = db.selectFrom('change_sets').selectAll().where('state', 'in', states);
        return (await query.orderBy('id', 'desc').limit(limit).execute()).map(toChangeSet);
      });
    },

    rename: (id: string, title: string, doer: Doer): Promise<boolean> =>
      step(id, doer, {
        from: ['editing', 'returned', 'review'],
        set: { title },
        log: { action: 'changes-renamed', facts: { title } },
      }),

    submit: (id: string, sentence: string, doer: Doer): Promise<boolean> =>
      step(id, doer, {
        from: ['editing', 'returned'],
        set: {
          ...{ state: 'review', sentence, failure: null, decision: '' },
          ...{ submitted_at: doer.now, submitted_by: doer.who.email, submitted_name: doer.who.name },
        },
        log: { action: 'changes-submitted' },
      }),

    /** The authors' own way back from a review. */
    withdraw: (id: string, doer: Doer): Promise<boolean> =>
      step(id, doer, {
        from: ['review', 'scheduled'],
        set: { state: 'editing', publish_at: null, failure: null },
        log: { action: 'changes-withdrawn' },
      }),

    return: (id: string, decision: string, doer: Doer): Promise<boolean> =>
      step(id, doer, {
        from: ['review', 'scheduled'],
        set: { state: 'returned', decision, publish_at: null, failure: null, ...decidedBy(doer) },
        log: { action: 'changes-returned' },
      }),

    /** Approves exactly the drafts that were seen, for publication at a time; now if it is past. */
    approve(
      id: string,
      input: { publishAt: number; seen: SeenDrafts; isOwn: boolean; sentence?: string | undefined },
      doer: Doer,
    ): Promise<boolean> {
      const { publishAt, seen, isOwn, sentence } = input;
      return step(id, doer, {
        from: sentence === undefined ? ['review'] : ['editing', 'returned', 'review'],
        seen,
        set: {
          ...{ state: 'scheduled', publish_at: publishAt, failure: null, ...decidedBy(doer) },
          ...(sentence !== undefined && {
            ...{ sentence, submitted_at: doer.now },
            ...{ submitted_by: doer.who.email, submitted_name: doer.who.name },
          }),
        },
        log: {
          action: isOwn ? 'changes-approved-own' : 'changes-approved',
          ...(publishAt > doer.now && { facts: { at: new Date(publishAt).toISOString() } }),
        },
      });
    },

    /** Takes a scheduled set that is due, for this process alone until the lease ends. */
    leaseDue({ by, now, leaseMs }: { by: string; now: number; leaseMs: number }) {
      return store.transaction(async (tx) => {
        const due = await tx
          .selectFrom('change_sets')
          .selectAll()
          .where('state', '=', 'scheduled')
          .where('publish_at', '<=', now)
          .where('leased_until', '<=', now)
          .orderBy('publish_at')
          .limit(1)
          .executeTakeFirst();
        if (!due) return undefined;
        const { numUpdatedRows } = await tx
          .updateTable('change_sets')
          .set({ leased_until: now + leaseMs, leased_by: by })
          .where('id', '=', due.id)
          .where('leased_until', '=', due.leased_until)
          .executeTakeFirstOrThrow();
        return numUpdatedRows === 1n ? toChangeSet(due) : undefined;
      });
    },

    /** When the next scheduled set is due. */
    async nextDue(): Promise<number | undefined> {
      const row = await store.query((db) =>
        db
          .selectFrom('change_sets')
          .select((select) => select.fn.min('publish_at').as('at'))
          .where('state', '=', 'scheduled')
          .executeTakeFirst(),
      );
      return row?.at ?? undefined;
    },

    /**
     * Records the commit of a leased set and removes the drafts that it has. A draft that was saved since then stays, in
     * a set of its own, based on what was committed.
     */
    finish(
      id: string,
      input: { commit: string; files: readonly PublishedFile[]; seen: SeenDrafts; who: string; now: number },
    ): Promise<void> {
      const { commit, files, seen, who, now } = input;
      return store.transaction(async (tx) => {
        for (const { path, version } of seen) {
          await tx.deleteFrom('drafts').where('path', '=', path).where('version', '=', version).execute();
        }
        await keepNewerDrafts(tx, id, { who, now });
        const row = await tx
          .updateTable('change_sets')
          .set({
            ...{ state: 'published', published_at: now, commit_id: commit, failure: null, leased_until: 0 },
            published_files: JSON.stringify(files),
          })
          .where('id', '=', id)
          .returning('title')
          .executeTakeFirstOrThrow();
        await writeLog(
          tx,
          { who, action: 'changes-published', subject: id, facts: { title: row.title, commit } },
          now,
        );
      });
    },

    async setLive(id: string, at: number): Promise<void> {
      await store.query((db) =>
        db
          .updateTable('change_sets')
          .set({ live_at: at })
          .where('id', '=', id)
          .where('live_at', 'is', null)
          .execute(),
      );
    },

    /** A leased set that can't be published goes back to review, with the reason; a passing failure is tried again. */
    async fail(id: string, { failure, retryAt }: { failure: string; retryAt?: number }): Promise<void> {
      await store.query((db) =>
        db
          .updateTable('change_sets')
          .set({
            failure,
            leased_until: retryAt ?? 0,
            ...(retryAt === undefined && { state: 'review' as const, publish_at: null }),
          })
          .where('id', '=', id)
          .where('state', '=', 'scheduled')
          .execute(),
      );
    },
  };
}

export type ChangeSets = ReturnType<typeof createChangeSets>;

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

export async function deleteIfEmpty(tx: Tx, id: string): Promise<void> {
  await tx
    .deleteFrom('change_sets')
    .where('id', '=', id)
    .where('state', '!=', 'published')
    .where('id', 'not in', (from) => from.selectFrom('drafts').select('change_set'))
    .execute();
}

async function keepNewerDrafts(
  tx: Tx,
  id: string,
  { who, now }: { who: string; now: number },
): Promise<void> {
  const left = await tx.selectFrom('drafts').select(['id', 'path']).where('change_set', '=', id).execute();
  if (left.length === 0) return;
  const set = await insertChangeSet(tx, { title: left[0]?.path ?? '', by: who, now });
  await tx.updateTable('drafts').set({ change_set: set }).where('change_set', '=', id).execute();
}

async function hasExactly(tx: Tx, id: string, seen: SeenDrafts): Promise<boolean> {
  const rows = await tx
    .selectFrom('drafts')
    .select(['path', 'version'])
    .where('change_set', '=', id)
    .execute();
  const keyOf = ({ path, version }: { path: string; version: number }) => `${version} ${path}`;
  const expected = new Set(seen.map(keyOf));
  return rows.length === expected.size && rows.length > 0 && rows.every((row) => expected.has(keyOf(row)));
}

function toChangeSet({ published_files, ...row }: Selectable<ChangeSetTable>): ChangeSet {
  return { ...row, publishedFiles: JSON.parse(published_files) as PublishedFile[] };
}
