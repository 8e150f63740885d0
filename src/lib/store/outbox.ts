import type { Transaction } from 'kysely';
import type { Store } from './open.ts';
import { createRowId } from './row-id.ts';
import type { Database, OutboxTable } from './schema.ts';

/** A mail that is ready to be sent. The sender and the Message-ID come from the worker. */
export type OutgoingMail = {
  kind: string;
  /** Reference or id of what it is about. */
  about: string;
  to: { name: string; address: string };
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  headers?: Readonly<Record<string, string>>;
};

export type ClaimedMail = { id: string; attempts: number; mail: OutgoingMail };

/** A lease names its holder, so that one that ran out can't undo what the next holder did. */
export type Lease = { holder: string; until: number };

export type OutboxCount = { status: OutboxTable['status']; count: number };

/**
 * Writes mails in the transaction of what they are about, so that neither is there without the other.
 * @param held written like the others and never sent: what is not mailed takes as long as what is
 */
export async function enqueue(
  tx: Transaction<Database>,
  mails: readonly OutgoingMail[],
  { now, held = false }: { now: number; held?: boolean },
): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map((mail) => ({
    id: createRowId(),
    kind: mail.kind,
    about: mail.about,
    mail: JSON.stringify(mail),
    status: held ? ('held' as const) : ('queued' as const),
    created_at: now,
    next_attempt_at: now,
    leased_by: null,
    last_error: null,
    sent_at: null,
  }));
  await tx.insertInto('outbox').values(rows).execute();
}

/** The worker's side of the outbox. */
export function createOutbox(store: Store) {
  return {
    /** Takes up to `limit` mails that are due and that no one else holds; each claim is an attempt. */
    claim({ holder, until }: Lease, { now, limit }: { now: number; limit: number }): Promise<ClaimedMail[]> {
      return store.transaction(async (tx) => {
        let due = tx
          .selectFrom('outbox')
          .select('id')
          .where('status', '=', 'queued')
          .where('next_attempt_at', '<=', now)
          .where('leased_until', '<=', now)
          .orderBy('next_attempt_at')
          .limit(limit);
        if (store.kind === 'postgres') due = due.forUpdate().skipLocked();
        const ids = (await due.execute()).map((row) => row.id);
        if (ids.length === 0) return [];
        const rows = await tx
          .updateTable('outbox')
          .set((set) => ({ leased_until: until, leased_by: holder, attempts: set('attempts', '+', 1) }))
          .where('id', 'in', ids)
          .returning(['id', 'attempts', 'mail'])
          .execute();
        return rows.map(({ id, attempts, mail }) => ({
          id,
          attempts,
          mail: JSON.parse(mail ?? '{}') as OutgoingMail,
        }));
      });
    },

    async markSent(id: string, { holder, now }: { holder: string; now: number }): Promise<void> {
      await store.query((db) =>
        db
          .updateTable('outbox')
          .set({
            status: 'sent',
            sent_at: now,
            mail: null,
            leased_until: 0,
            leased_by: null,
            last_error: null,
          })
          .where('id', '=', id)
          .where('leased_by', '=', holder)
          .execute(),
      );
    },

    /** @param retryAt when to try again; null parks the mail */
    async markFailed(
      id: string,
      { holder, error, retryAt }: { holder: string; error: string; retryAt: number | null },
    ): Promise<void> {
      const next = retryAt === null ? { status: 'parked' as const } : { next_attempt_at: retryAt };
      await store.query((db) =>
        db
          .updateTable('outbox')
          .set({ ...next, last_error: error, leased_until: 0, leased_by: null })
          .where('id', '=', id)
          .where('leased_by', '=', holder)
          .execute(),
      );
    },

    /** Gives back a mail that was claimed and not tried. */
    async release(id: string, holder: string): Promise<void> {
      await store.query((db) =>
        db
          .updateTable('outbox')
          .set((set) => ({ leased_until: 0, leased_by: null, attempts: set('attempts', '-', 1) }))
          .where('id', '=', id)
          .where('leased_by', '=', holder)
          .execute(),
      );
    },

    /** Sends parked mails again: after the mail server's fault was mended. */
    async retryParked(now: number): Promise<void> {
      await store.query((db) =>
        db
          .updateTable('outbox')
          .set({ status: 'queued', attempts: 0, next_attempt_at: now })
          .where('status', '=', 'parked')
          .execute(),
      );
    },

    /** How many mails are in each state; `parked` ones want a person. */
    counts(): Promise<OutboxCount[]> {
      return store.query((db) =>
        db
          .selectFrom('outbox')
          .select(['status', (select) => select.fn.countAll<number>().as('count')])
          .groupBy('status')
          .execute(),
      );
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
