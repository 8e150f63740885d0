import type { Transaction } from 'kysely';
import type { Store } from './open.ts';
import { createRowId } from './row-id.ts';
import type { Database, OutboxTable } from './schema.ts';
import { restartHold } from './seats.ts';

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
  /** To the institute's own office: the daily cap does not apply. */
  isForOffice?: boolean;
};

export type ClaimedMail = { id: string; attempts: number; mail: OutgoingMail };

/** A lease names its holder, so that one that ran out can't undo what the next holder did. */
export type Lease = { holder: string; until: number };

export type OutboxCount = { status: OutboxTable['status']; count: number };

/** How many mails of one kind a mailbox gets in `capPeriod`, however often visitors name it. */
export const mailsPerMailbox = 3;
const capPeriod = 24 * 60 * 60 * 1000;

type EnqueueOptions = {
  store: Store;
  now: number;
  /** False for what a member of staff sends. */
  isCapped?: boolean;
  /** Writes the row without its content: nothing is sent, and it takes as long as if it were. */
  isDropped?: boolean;
};

/**
 * Writes mails in the transaction of what they are about, so that neither is there without the other. Mails
 * over the daily cap of their mailbox are held. Call it last: it takes locks that other locks must not follow.
 */
export async function enqueue(
  tx: Transaction<Database>,
  mails: readonly OutgoingMail[],
  options: EnqueueOptions,
): Promise<void> {
  if (mails.length === 0) return;
  const { store, now, isCapped = true, isDropped = false } = options;
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
    next_attempt_at: now,
    leased_by: null,
    last_error: null,
    sent_at: null,
  }));
  await tx.insertInto('outbox').values(rows).execute();
}

/** Counts under a lock for each mailbox. What it returns says whether one more mail is within the cap. */
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

/** Drops what has not been sent yet, also what is being sent: if that fails, it is not tried again. */
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

    /** Also starts the time in which a registration must be confirmed, where this is the mail that asks for it. */
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
          .where('status', '=', 'queued')
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
