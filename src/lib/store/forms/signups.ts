import { sql, type Selectable, type Transaction } from 'kysely';
import type { Store } from '#lib/store/open.ts';
import { dropUnsent, enqueue, mailboxLock, type OutgoingMail } from '#lib/store/mail/outbox.ts';
import { createRowId } from '#lib/store/row-id.ts';
import type { Database, SignupTable, StoredAnswers } from '#lib/store/schema.ts';

export type Signup = Selectable<SignupTable>;

type NewSignup = {
  email: string;
  /** Equal for equivalent addresses. */
  emailKey: string;
  name: string | null;
  interests: readonly string[];
  answers?: StoredAnswers;
};

type RecordOptions = {
  /** UTC milliseconds. */
  now: number;
  /** Minimum number of milliseconds between two emails to an address. */
  mailEvery: number;
  /** The email for the sign-up; null if email is not set up. */
  mailFor: (signup: Signup, mailboxKey: string) => OutgoingMail | null;
};

const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** Delays before the first, second, ... sign-up email to a mailbox that unsubscribed. */
const backoff = [hour, day, 7 * day, 30 * day];

const signupKinds = ['signup-confirm', 'signup-known'];

export function createSignups(store: Store) {
  return {
    /**
     * Records a sign-up. The same statements run for known, unknown and unsubscribed addresses, so the response time
     * reveals nothing.
     */
    record(signup: NewSignup, { now, mailEvery, mailFor }: RecordOptions): Promise<void> {
      return store.transaction(async (tx) => {
        const mailboxKey = store.mailboxKey(signup.email);
        await store.lock(tx, [mailboxLock(mailboxKey)]);
        const known = await tx
          .selectFrom('signups')
          .selectAll()
          .where('email_key', '=', signup.emailKey)
          .executeTakeFirst();
        const next = nextState(signup, { known, now });
        const mail = mailFor(next, mailboxKey);
        const isRecent = known?.mailed_at != null && now - known.mailed_at < mailEvery;
        const isCounted = mail !== null && !isRecent;
        const isDropped = (await isBackingOff(tx, { mailboxKey, now, isCounted })) || isRecent;
        if (mail && !isDropped) next.mailed_at = now;
        await tx
          .insertInto('signups')
          .values(next)
          .onConflict((conflict) => conflict.column('email_key').doUpdateSet(next))
          .execute();
        await enqueue(tx, mail ? [mail] : [], { store, now, isDropped });
      });
    },

    /**
     * Confirms a sign-up. Idempotent. Returns null if it was deleted, unsubscribed or restarted since the link was
     * sent. Deletes the record that the mailbox unsubscribed.
     */
    confirm(id: string, { cycle, now }: { cycle: number; now: number }): Promise<Signup | null> {
      return store.transaction(async (tx) => {
        const row = await tx
          .updateTable('signups')
          .set((set) => ({
            status: 'confirmed',
            confirmed_at: set.fn.coalesce('confirmed_at', set.val(now)),
            updated_at: now,
          }))
          .where('id', '=', id)
          .where('cycle', '=', cycle)
          .where('status', 'in', ['pending', 'confirmed'])
          .returningAll()
          .executeTakeFirst();
        if (!row) return null;
        await tx.deleteFrom('unsubscribes').where('mailbox_key', '=', store.mailboxKey(row.email)).execute();
        return row;
      });
    },

    /**
     * Unsubscribes: drops unsent emails and keeps only the address, until retention deletes it. Later sign-up emails to
     * the mailbox back off until it confirms again.
     * @param mailboxKey for a sign-up that may have been deleted
     * @returns false if the sign-up is unknown and there is no key
     */
    unsubscribe(
      id: string,
      { mailboxKey, now }: { mailboxKey?: string | undefined; now: number },
    ): Promise<boolean> {
      return store.transaction(async (tx) => {
        const row = await tx.selectFrom('signups').select('email').where('id', '=', id).executeTakeFirst();
        const key = row ? store.mailboxKey(row.email) : mailboxKey;
        if (key === undefined) return false;
        await store.lock(tx, [mailboxLock(key)]);
        await tx
          .updateTable('signups')
          .set({
            status: 'unsubscribed',
            unsubscribed_at: now,
            updated_at: now,
            name: null,
            interests: '[]',
            answers: '{}',
          })
          .where('id', '=', id)
          .where('status', '!=', 'unsubscribed')
          .execute();
        await tx
          .insertInto('unsubscribes')
          .values({ mailbox_key: key, unsubscribed_at: now, mails: 0, next_mail_at: now + hour })
          .onConflict((conflict) =>
            conflict.column('mailbox_key').doUpdateSet({
              unsubscribed_at: now,
              next_mail_at: sql<number>`case when unsubscribes.next_mail_at > ${now + hour}
                then unsubscribes.next_mail_at else ${now + hour} end`,
            }),
          )
          .execute();
        await dropUnsent(tx, { mailboxKey: key, kinds: signupKinds });
        return true;
      });
    },

    list(status: SignupTable['status']): Promise<Signup[]> {
      return store.query((db) =>
        db.selectFrom('signups').selectAll().where('status', '=', status).orderBy('created_at').execute(),
      );
    },
  };
}

export type Signups = ReturnType<typeof createSignups>;

/**
 * Returns true if the mailbox unsubscribed and its next sign-up email must wait. Each email that need not wait
 * lengthens the next wait. Both statements always run, for a constant response time.
 */
async function isBackingOff(
  tx: Transaction<Database>,
  { mailboxKey, now, isCounted }: { mailboxKey: string; now: number; isCounted: boolean },
): Promise<boolean> {
  const record = await tx
    .selectFrom('unsubscribes')
    .selectAll()
    .where('mailbox_key', '=', mailboxKey)
    .executeTakeFirst();
  const { mails = 0, next_mail_at: nextMailAt = 0 } = record ?? {};
  const isWaiting = nextMailAt > now;
  const wait = backoff[Math.min(mails + 1, backoff.length - 1)] ?? 0;
  const next =
    isCounted && !isWaiting
      ? { mails: mails + 1, next_mail_at: now + wait }
      : { mails, next_mail_at: nextMailAt };
  await tx.updateTable('unsubscribes').set(next).where('mailbox_key', '=', mailboxKey).execute();
  return isWaiting;
}

/** A confirmed sign-up is not changed, since someone else may have entered the address again. */
function nextState(signup: NewSignup, { known, now }: { known: Signup | undefined; now: number }): Signup {
  if (known?.status === 'confirmed') return { ...known, updated_at: now };
  return {
    id: known?.id ?? createRowId(),
    email_key: signup.emailKey,
    email: signup.email,
    name: signup.name,
    interests: JSON.stringify(signup.interests),
    answers: JSON.stringify(signup.answers ?? {}),
    status: 'pending',
    cycle: known?.status === 'unsubscribed' ? known.cycle + 1 : (known?.cycle ?? 1),
    created_at: known?.created_at ?? now,
    updated_at: now,
    mailed_at: known?.mailed_at ?? null,
    confirmed_at: null,
    unsubscribed_at: null,
  };
}
