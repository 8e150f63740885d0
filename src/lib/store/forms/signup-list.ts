import type { Store } from '#lib/store/open.ts';
import { toPage, type Cursor, type Page } from '#lib/store/list-page.ts';
import type { SignupTable } from '#lib/store/schema.ts';
import type { Signup } from './signups.ts';

export type SignupStatus = SignupTable['status'];

/** A position in the order of `updated_at` and id. */
export type SignupCursor = Cursor & { at: number };

/** Reads sign-ups for the staff pages. */
export function createSignupList(store: Store) {
  return {
    async counts(): Promise<Record<SignupStatus, number>> {
      const rows = await store.query((db) =>
        db
          .selectFrom('signups')
          .select(['status', (select) => select.fn.countAll<number>().as('count')])
          .groupBy('status')
          .execute(),
      );
      const zero = { confirmed: 0, pending: 0, unsubscribed: 0 };
      return { ...zero, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
    },

    /** Most recently changed first. */
    async page(
      status: SignupStatus,
      { cursor, limit }: { cursor?: SignupCursor | undefined; limit: number },
    ): Promise<Page<Signup>> {
      const isNewer = cursor?.towards === 'newer';
      const order = isNewer ? 'asc' : 'desc';
      const rows = await store.query((db) => {
        let query = db.selectFrom('signups').selectAll().where('status', '=', status);
        if (cursor) {
          const { at, id } = cursor;
          query = query.where((where) =>
            where(where.refTuple('updated_at', 'id'), isNewer ? '>' : '<', where.tuple(at, id)),
          );
        }
        return query
          .orderBy('updated_at', order)
          .orderBy('id', order)
          .limit(limit + 1)
          .execute();
      });
      return toPage(rows, { cursor, limit });
    },
  };
}

export type SignupList = ReturnType<typeof createSignupList>;
