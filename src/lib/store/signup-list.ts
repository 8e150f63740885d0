import type { Store } from './open.ts';
import type { Page } from './registration-list.ts';
import type { SignupTable } from './schema.ts';
import type { Signup } from './signups.ts';

export type SignupStatus = SignupTable['status'];

/** A place in the order of the last change; two of the same moment are in the order of their ids. */
export type SignupCursor = { at: number; id: string; towards: 'older' | 'newer' };

/** What the staff pages read of sign-ups. */
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

    /** Those whose state changed last come first. */
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
      const page = rows.slice(0, limit);
      const hasMore = rows.length > limit;
      return isNewer
        ? { rows: page.reverse(), hasNewer: hasMore, hasOlder: true }
        : { rows: page, hasNewer: cursor !== undefined, hasOlder: hasMore };
    },
  };
}

export type SignupList = ReturnType<typeof createSignupList>;
