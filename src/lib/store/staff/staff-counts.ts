import type { Store } from '#lib/store/open.ts';
import { readOutboxState, type OutboxState } from '#lib/store/mail/outbox-state.ts';
import type { Handling, OutboxTable } from '#lib/store/schema.ts';

type RegistrationCounts = {
  today: number;
  /** Registrations of one term. */
  term: Record<Handling, number>;
  /** New registrations of any term that are older than `since.overdue`. */
  overdue: number;
};

/** Counts for the overview of the staff pages. */
export function createStaffCounts(store: Store) {
  return {
    /** @param since row ids: the first of today, and the first that is not overdue */
    async registrations(
      term: string,
      since: { today: string; overdue: string },
    ): Promise<RegistrationCounts> {
      return store.query(async (db) => {
        const count = () =>
          db.selectFrom('registrations').select(({ fn }) => fn.countAll<number>().as('count'));
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

    mail: (): Promise<OutboxState> => readOutboxState(store, Date.now()),

    /** Emails that could not be delivered, latest first. */
    parkedMail(limit: number): Promise<Pick<OutboxTable, 'about' | 'kind' | 'last_error'>[]> {
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
