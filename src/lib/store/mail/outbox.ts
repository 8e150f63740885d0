import type { Transaction } from 'kysely';
import type { Store } from '#lib/store/open.ts';
import { createRowId } from '#lib/store/row-id.ts';
import type { Database } from '#lib/store/schema.ts';
import { restartHold } from '#lib/store/forms/seats.ts';

/** An email ready to be sent. The worker adds sender and Message-ID. */
export type OutgoingMail = {
  kind: string;
  /** Reference of a registration or submission, or id of a sign-up. */
  about: string;
  to: { name: string; address: string };
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  headers?: Readonly<Record<string, string>>;
  /** True for emails to the institute's office, which have no daily cap. */
  isForOffice?: boolean;
};

export type ClaimedMail = { id: string; attempts: number; mail: OutgoingMail };

/** A lease names its holder, so the holder of an expired lease can't undo the next holder's work. */
type Lease = { holder: string; until: number };

/** The most emails of one kind that visitors can cause to one mailbox in `capPeriod`. */
export const mailsPerMailbox = 3;
const capPeriod = 24 * 60 * 60 * 1000;

type EnqueueOptions = {
  store: Store;
  now: number;
  /** False for emails that staff send. */
  isCapped?: boolean;
  /** Milliseconds in which the emails can still be dropped. */
  delay?: number;
  /** Writes a row without content and sends nothing, for a constant response time. */
  isDropped?: boolean;
};

/**
 * Queues emails in the transaction that causes them. Holds emails over the daily cap of their mailbox. To prevent
 * deadlocks, call this last in a transaction, after all other locks.
 */
export async function enqueue(
  tx: Transaction<Database>,
  mails: readonly OutgoingMail[],
  options: EnqueueOptions,
): Promise<void> {
  if (mails.length === 0) return;
  const { store, now, isCapped = true, isDropped = false, delay = 0 } = options;
  const keyed = mails.map((mail) => ({
    mail,
    key: mail.isForOffice ? null : store.mailboxKey(mail.to.address),
  }));
  const room = isCapped ? await findRoom(tx, keyed, options) : () => true;
  const rows = keyed.map(({ mail, key }) => ({
    id: createRowId(),
    kind: mail.kind,
    about: mail.about,
    mail: isDropped ? null : JSON.stringify(mail),
    mailbox_key: key,
    status: isDropped ? ('dropped' as const) : room(key, mail.kind) ? ('queued' as const) : ('held' as const),
    created_at: now,
    next_attempt_at: now + delay,
    leased_by: null,
    last_error: null,
    sent_at: null,
  }));
  await tx.insertInto('outbox').values(rows).execute();
}

/**
 * Counts recent emails under a lock for each mailbox. Returns a function that counts one more email and returns true if
 * it is within the cap.
 */
async function findRoom(
  tx: Transaction<Database>,
  mails: readonly { mail: OutgoingMail; key: string | null }[],
  { store, now }: EnqueueOptions,
): Promise<(key: string | null, kind: string) => boolean> {
  const keys = [...new Set(mails.flatMap(({ key }) => key ?? []))];
  if (keys.length === 0) return () => true;
  await store.lock(tx, keys.map(mailboxLock));
  const rows = await tx
    .selectFrom('outbox')
    .select(['mailbox_key', 'kind', (select) => select.fn.countAll<number>().as('count')])
    .where('mailbox_key', 'in', keys)
    .where('created_at', '>', now - capPeriod)
    .where('status', 'in', ['queued', 'sent', 'parked'])
    .groupBy(['mailbox_key', 'kind'])
    .execute();
  const counts = new Map(rows.map(({ mailbox_key, kind, count }) => [`${mailbox_key} ${kind}`, count]));
  return (key, kind) => {
    if (key === null) return true;
    const count = (counts.get(`${key} ${kind}`) ?? 0) + 1;
    counts.set(`${key} ${kind}`, count);
    return count <= mailsPerMailbox;
  };
}

export function mailboxLock(key: string): string {
  return `mailbox ${key}`;
}

/** Drops unsent emails. An email that is being sent is not retried if it fails. */
export async function dropUnsent(
  tx: Transaction<Database>,
  { mailboxKey, kinds }: { mailboxKey: string; kinds: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ status: 'dropped', mail: null })
    .where('mailbox_key', '=', mailboxKey)
    .where('kind', 'in', kinds)
    .where('status', 'in', ['queued', 'parked', 'held'])
    .execute();
}

/** The outbox, as the mail worker uses it. */
export function createOutbox(store: Store) {
  return {
    /** Leases up to `limit` due emails. Each claim counts as an attempt. */
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

    /** For the email with a confirmation link, also restarts the hold of the registration's seats. */
    async markSent(id: string, { holder, now }: { holder: string; now: number }): Promise<void> {
      await store.transaction(async (tx) => {
        const sent = await tx
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
          .returning(['kind', 'about'])
          .executeTakeFirst();
        if (sent) await restartHold(tx, sent, now);
      });
    },

    /** @param retryAt null parks the email */
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
          .where('status', '=', 'queued')
          .execute(),
      );
    },

    /** Gives up the lease of an email that was claimed but not tried. */
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
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
