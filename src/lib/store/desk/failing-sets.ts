import type { Store } from '#lib/store/open.ts';

/** Counts approved change sets whose last attempt failed. @throws ApiError STORE_UNAVAILABLE */
export async function countFailingSets(store: Store): Promise<number> {
  const row = await store.query((db) =>
    db
      .selectFrom('change_sets')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', '=', 'scheduled')
      .where('failure', 'is not', null)
      .executeTakeFirstOrThrow(),
  );
  return row.count;
}
