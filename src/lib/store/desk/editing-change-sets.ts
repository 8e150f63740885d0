import { createPublicationSteps } from './editing-publications.ts';
import { createReviewSteps, type Doer } from './editing-review-steps.ts';
import { requireRoom } from './draft-room.ts';
import type { ChangeSetState } from '#lib/store/desk-schema.ts';
import { insertChangeSet, toChangeSet, type ChangeSet } from './editing-set-rows.ts';
import { createReviewNotices, type ReviewMails } from './review-mails.ts';
import type { Store } from '#lib/store/open.ts';
import { createRowId } from '#lib/store/row-id.ts';
import { writeLog } from '#lib/store/staff/staff-log.ts';

export type { ChangeSet, PublishedFile, ReadDrafts } from './editing-set-rows.ts';
export type { Allowed } from './editing-review-steps.ts';

type NewProposal = {
  branch: string;
  commit: string;
  title: string;
  sentence: string;
  /** The name and address in the commit. */
  saysBy: string;
  files: readonly { path: string; basedOn: string | null; text: string | null }[];
};

/**
 * Change sets: drafts that are reviewed and published together. Steps return false if they are not allowed in the set's
 * current state, or while it is being published.
 * @param mails creates the emails about reviews; undefined if email is not set up
 */
export function createChangeSets(store: Store, mails?: ReviewMails) {
  const notify = createReviewNotices(store, mails);
  return {
    create: ({ title, by, now }: { title: string; by: string; now: number }): Promise<string> =>
      store.transaction((tx) => insertChangeSet(tx, { title, by, now })),

    /**
     * Stores a proposal from git as a submitted set with drafts. Its author is the person who opens it. Returns the
     * set's id.
     */
    propose(proposal: NewProposal, { who, now }: Doer): Promise<string> {
      const { branch, commit, title, sentence, saysBy, files } = proposal;
      return store.transaction(async (tx) => {
        const id = await insertChangeSet(tx, {
          title: title.slice(0, 100),
          by: who.email,
          now,
          state: 'review',
          sentence: sentence.slice(0, 500),
          branch,
          branch_commit: commit,
          says_by: saysBy,
          submitted_at: now,
          submitted_by: who.email,
          submitted_name: who.name,
        });
        const saved = { version: 1, change_set: id, saved_at: now, moved_from: null };
        const by = { saved_by: who.email, saved_name: who.name, authors: JSON.stringify([who.email]) };
        for (const { path, basedOn, text } of files) {
          const row = { id: createRowId(now), path, based_on: basedOn, text, ...saved, ...by };
          await tx.insertInto('drafts').values(row).execute();
        }
        await requireRoom(tx, id);
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

    /** Newest first. */
    list(states: readonly ChangeSetState[], limit = 500): Promise<ChangeSet[]> {
      return store.query(async (db) => {
        const query = db.selectFrom('change_sets').selectAll().where('state', 'in', states);
        return (await query.orderBy('id', 'desc').limit(limit).execute()).map(toChangeSet);
      });
    },

    /** Maps each commit to the person who submitted its changes. Leaves out commits that the server did not write. */
    async listAuthors(commits: readonly string[]): Promise<ReadonlyMap<string, string>> {
      if (commits.length === 0) return new Map();
      const rows = await store.query((db) =>
        db
          .selectFrom('change_sets')
          .select(['commit_id', 'submitted_by', 'submitted_name'])
          .where('commit_id', 'in', commits)
          .execute(),
      );
      return new Map(
        rows.map((row) => [row.commit_id ?? '', row.submitted_name || (row.submitted_by ?? '')]),
      );
    },

    /** The branch and the commit of each proposal that was opened for review. */
    listProposed: (): Promise<{ branch: string | null; branch_commit: string | null }[]> =>
      store.query((db) =>
        db
          .selectFrom('change_sets')
          .select(['branch', 'branch_commit'])
          .where('branch', 'is not', null)
          .execute(),
      ),

    ...createReviewSteps(store, notify),
    ...createPublicationSteps(store, notify),
  };
}

export type ChangeSets = ReturnType<typeof createChangeSets>;
