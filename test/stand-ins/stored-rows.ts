import { expect } from 'vitest';
import type { Store } from '#lib/store/open.ts';

/** Matches the error of a store whose database is unreachable, full or locked. */
export const unavailable = {
  code: 'STORE_UNAVAILABLE',
  headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d*$/) },
};

/** Writes a row with this name. */
export function write(store: Store, name: string): Promise<unknown> {
  return store.transaction((tx) => tx.insertInto('secrets').values({ name, value: 'x' }).execute());
}

/** Reads the names of the rows written by `write`. */
export async function names(store: Store): Promise<string[]> {
  const rows = await store.query((db) =>
    db.selectFrom('secrets').select('name').where('name', '!=', 'mailboxes').orderBy('name').execute(),
  );
  return rows.map(({ name }) => name);
}
