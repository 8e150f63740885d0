import { createPublicationSteps } from './editing-publications.ts';
import type { ChangeSetState, ChangeSetTable, Person } from './editing-schema.ts';
import {
  hasExactly,
  insertChangeSet,
  toChangeSet,
  type ChangeSet,
  type SeenDrafts,
} from './editing-set-rows.ts';
import type { Store } from './open.ts';
import { createRowId } from './row-id.ts';
import { writeLog, type StaffAction } from './staff-log.ts';

export type { ChangeSet, PublishedFile, SeenDrafts } from './editing-set-rows.ts';

export type NewProposal = {
  branch: string;
  commit: string;
  title: string;
  sentence: string;
  author: Person;
  files: readonly { path: string; basedOn: string | null; text: string | null }[];
};

type Doer = { who: Person; now: number };

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

    /** The proposals that were opened for review, each as its branch and the commit that was read. */
    listProposed: (): Promise<{ branch: string | null; branch_commit: string | null }[]> =>
      store.query((db) =>
        db
          .selectFrom('change_sets')
          .select(['branch', 'branch_commit'])
          .where('branch', 'is not', null)
          .execute(),
      ),

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

    ...createPublicationSteps(store),
  };
}

export type ChangeSets = ReturnType<typeof createChangeSets>;
