import type { Selectable } from 'kysely';
import type { Store } from './open.ts';
import { enqueue, type OutgoingMail } from './outbox.ts';
import { createRowId } from './row-id.ts';
import type { SignupTable } from './schema.ts';

export type Signup = Selectable<SignupTable>;

export type NewSignup = {
  email: string;
  /** What makes two addresses the same. */
  emailKey: string;
  name: string | null;
  interests: readonly string[];
};

type RecordOptions = {
  /** UTC milliseconds. */
  now: number;
  /** At most one mail to an address in this many milliseconds. */
  mailEvery: number;
  /** The mail that the sign-up, as it now stands, is answered with; null when mail is not set up. */
  mailFor: (signup: Signup) => OutgoingMail | null;
};

export function createSignups(store: Store) {
  return {
    /**
     * Records that someone asks for the newsletter. A known and an unknown address run the same
     * statements, so that the time of the answer tells nothing.
     */
    record(signup: NewSignup, { now, mailEvery, mailFor }: RecordOptions): Promise<void> {
      return store.transaction(async (tx) => {
        await store.lock(tx, [`signup ${signup.emailKey}`]);
        const known = await tx
          .selectFrom('signups')
          .selectAll()
          .where('email_key', '=', signup.emailKey)
          .executeTakeFirst();
        const next = nextState(signup, { known, now });
        const mail = mailFor(next);
        const tooSoon = known?.mailed_at != null && now - known.mailed_at < mailEvery;
        if (mail && !tooSoon) next.mailed_at = now;
        await tx
          .insertInto('signups')
          .values(next)
          .onConflict((conflict) => conflict.column('email_key').doUpdateSet(next))
          .execute();
        await enqueue(tx, mail ? [mail] : [], { now, held: tooSoon });
      });
    },

    /** Null when the link's sign-up is gone, left, or began anew since. Confirming twice is no error. */
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
        return row ?? null;
      });
    },

    /** Keeps the address, so that it is known to have left, and nothing else of the person. */
    async unsubscribe(id: string, now: number): Promise<void> {
      await store.query((db) =>
        db
          .updateTable('signups')
          .set({ status: 'unsubscribed', unsubscribed_at: now, updated_at: now, name: null, interests: '[]' })
          .where('id', '=', id)
          .where('status', '!=', 'unsubscribed')
          .execute(),
      );
    },

    list(status: SignupTable['status']): Promise<Signup[]> {
      return store.query((db) =>
        db.selectFrom('signups').selectAll().where('status', '=', status).orderBy('created_at').execute(),
      );
    },
  };
}

export type Signups = ReturnType<typeof createSignups>;

/** A confirmed sign-up keeps what its owner confirmed: whoever types the address again may be someone else. */
function nextState(signup: NewSignup, { known, now }: { known: Signup | undefined; now: number }): Signup {
  if (known?.status === 'confirmed') return { ...known, updated_at: now };
  return {
    id: known?.id ?? createRowId(),
    email_key: signup.emailKey,
    email: signup.email,
    name: signup.name,
    interests: JSON.stringify(signup.interests),
    status: 'pending',
    cycle: known?.status === 'unsubscribed' ? known.cycle + 1 : (known?.cycle ?? 1),
    created_at: known?.created_at ?? now,
    updated_at: now,
    mailed_at: known?.mailed_at ?? null,
    confirmed_at: null,
    unsubscribed_at: null,
  };
}
