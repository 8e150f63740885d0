import type { Store } from './open.ts';
import type { Handling } from './schema.ts';

export type MailCounts = {
  /** Waits for its first attempt or for the next one. */
  waiting: number;
  /** Of those, the ones whose last attempt failed. */
  failing: number;
  /** Given up after the last attempt, until a person asks for it again. */
  parked: number;
  /** Over the daily cap of their mailbox, until a person releases them. */
  held: number;
};

export type RegistrationCounts = {
  today: number;
  /** By handling, of one term. */
  term: Record<Handling, number>;
  /** New ones of any term that came in before `since`. */
  overdue: number;
};

/** The figures of the overview. */
export function createStaffCounts(store: Store) {
  return {
    /** @param since ids from the start of today on, and from the day before which a new one is overdue */
    async registrations(
      term: string,
      since: { today: string; overdue: string },
    ): Promise<RegistrationCounts> {
      return store.query(async (db) => {
        const count = () =>
          db.selectFrom('registrations').select((select) => select.fn.countAll<number>().as('count'));
        const today = await count().where('id', '>=', since.today).executeTakeFirstOrThrow();
        const overdue = await count()
          .where('handling', '=', 'new')
          .where('id', '<', since.overdue)
          .executeTakeFirstOrThrow();
        const byHandling = await count()
          .select('handling')
          .where('term', '=', term)
          .where('handling', 'in', ['new', 'in-progress', 'done', 'withdrawn'])
          .groupBy('handling')
          .execute();
        const zero = { new: 0, 'in-progress': 0, done: 0, withdrawn: 0 };
        const ofTerm = Object.fromEntries(byHandling.map(({ handling, count }) => [handling, count]));
        return { today: today.count, overdue: overdue.count, term: { ...zero, ...ofTerm } };
      });
    },

    async mail(): Promise<MailCounts> {
      return store.query(async (db) => {
        const count = () =>
          db.selectFrom('outbox').select((select) => select.fn.countAll<number>().as('count'));
        const waiting = await count().where('status', '=', 'queued').executeTakeFirstOrThrow();
        const failing = await count()
          .where('status', '=', 'queued')
          .where('last_error', 'is not', null)
          .executeTakeFirstOrThrow();
        const parked = await count().where('status', '=', 'parked').executeTakeFirstOrThrow();
        const held = await count().where('status', '=', 'held').executeTakeFirstOrThrow();
        return {
          waiting: waiting.count,
          failing: failing.count,
          parked: parked.count,
          held: held.count,
        };
      });
    },

    /** References of registrations with a letter that failed, the latest first. */
    async failedMail(limit: number): Promise<{ about: string; kind: string; last_error: string | null }[]> {
      return store.query((db) =>
        db
          .selectFrom('outbox')
          .select(['about', 'kind', 'last_error'])
          .where('status', '=', 'parked')
          .orderBy('created_at', 'desc')
          .limit(limit)
          .execute(),
      );
    },
  };
}

export type StaffCounts = ReturnType<typeof createStaffCounts>;
