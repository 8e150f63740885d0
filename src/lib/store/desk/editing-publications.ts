import type { Transaction } from 'kysely';
import {
  insertChangeSet,
  listDrafts,
  lockSet,
  toChangeSet,
  type PublishedFile,
  type ReadDrafts,
} from './editing-set-rows.ts';
import type { ReviewNotices } from './review-mails.ts';
import type { Store } from '#lib/store/open.ts';
import type { ChangeSetTable } from '#lib/store/desk-schema.ts';
import type { Database } from '#lib/store/schema.ts';
import { writeLog } from '#lib/store/staff/staff-log.ts';

type Tx = Transaction<Database>;

/** The steps from an approved change set to a published one. */
export function createPublicationSteps(store: Store, notify: ReviewNotices) {
  return {
    /** Leases a scheduled set that is due. No other process can lease it until the lease ends. */
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
          .where('state', '=', 'scheduled')
          .where('leased_until', '=', due.leased_until)
          .executeTakeFirstOrThrow();
        return numUpdatedRows === 1n ? toChangeSet(due) : undefined;
      });
    },

    /**
     * Extends a lease. Returns false if a save revoked the approval, if a different digest was approved since, or if
     * another process has leased the set.
     */
    async renewLease(
      { id, approved }: Pick<ChangeSetTable, 'id' | 'approved'>,
      { by, until }: { by: string; until: number },
    ): Promise<boolean> {
      const { numUpdatedRows } = await store.query((db) =>
        db
          .updateTable('change_sets')
          .set({ leased_until: until })
          .where('id', '=', id)
          .where('leased_by', '=', by)
          .where('state', '=', 'scheduled')
          .where('approved', '=', approved)
          .executeTakeFirstOrThrow(),
      );
      return numUpdatedRows === 1n;
    },

    async endLease(id: string, { by }: { by: string }): Promise<void> {
      await store.query((db) =>
        db
          .updateTable('change_sets')
          .set({ leased_until: 0 })
          .where('id', '=', id)
          .where('leased_by', '=', by)
          .execute(),
      );
    },

    /**
     * Records the commit of a leased set and deletes the committed drafts. Drafts that were saved since then move to a
     * new set.
     */
    finish(
      id: string,
      input: { commit: string; files: readonly PublishedFile[]; seen: ReadDrafts; who: string; now: number },
    ): Promise<void> {
      const { commit, files, seen, who, now } = input;
      return store.transaction(async (tx) => {
        const row = await tx
          .updateTable('change_sets')
          .set({
            state: 'published',
            published_at: now,
            commit_id: commit,
            failure: null,
            leased_until: 0,
            published_files: JSON.stringify(files),
            taken_back: null,
          })
          .where('id', '=', id)
          .where('state', '!=', 'published')
          .returning('title')
          .executeTakeFirst();
        // Another process has taken over the lease and finished first.
        if (!row) return;
        for (const draft of seen) {
          await tx
            .deleteFrom('drafts')
            .where('id', '=', draft.id)
            .where('version', '=', draft.version)
            .execute();
        }
        await keepNewerDrafts(tx, id, { who, now });
        const facts = { title: row.title, commit };
        await writeLog(tx, { who, action: 'changes-published', subject: id, facts }, now);
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

    /**
     * Sends a leased set that can't be published back to review, with the reason. After a temporary failure, the set is
     * published again at `retryAt` and can be withdrawn until then.
     */
    async fail(id: string, { failure, retryAt }: { failure: string; retryAt?: number }): Promise<void> {
      await store.transaction(async (tx) => {
        const known = await lockSet(tx, id);
        if (known?.state !== 'scheduled') return;
        await tx
          .updateTable('change_sets')
          .set({
            failure,
            leased_until: 0,
            publish_at: retryAt ?? null,
            ...(retryAt === undefined && { state: 'review' as const, approved: null }),
          })
          .where('id', '=', id)
          .execute();
        // One email for all attempts.
        if (known.failure !== null) return;
        const drafts = await listDrafts(tx, id);
        await notify(tx, {
          event: 'failed',
          set: known,
          drafts,
          by: undefined,
          text: failure,
          now: Date.now(),
        });
      });
    },
  };
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
