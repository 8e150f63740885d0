import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { names } from '#test/stand-ins/stored-rows.ts';
import { useStores, type TestDatabase } from '#test/stand-ins/stores.ts';
import type { Store } from '#lib/store/open.ts';

const stores = useStores();
let database: TestDatabase;

async function newStore(): Promise<Store> {
  database = await stores.create('sqlite');
  return database.open();
}

function write(store: Store, name: string, value = 'x'): Promise<unknown> {
  return store.transaction((tx) => tx.insertInto('secrets').values({ name, value }).execute());
}

test('a failed transaction does not roll back the others of its group', async () => {
  const store = await newStore();

  const results = await Promise.allSettled([
    write(store, 'a'),
    store.transaction(async (tx) => {
      await tx.insertInto('secrets').values({ name: 'b', value: 'x' }).execute();
      throw new Error('stop');
    }),
    write(store, 'a'),
    write(store, 'c'),
  ]);

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(await names(store)).toEqual(['a', 'c']);
});

test('a transaction resolves only once other instances can read its rows', async () => {
  const store = await newStore();
  const other = await database.open();

  const seen = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const name = `n${index}`;
      await write(store, name);
      return (await names(other)).includes(name);
    }),
  );

  expect(seen).not.toContain(false);
});

test('all transactions of a group fail when the disk is full', async () => {
  const store = await newStore();
  const pages = await store.query((db) => sql<{ page_count: number }>`pragma page_count`.execute(db));
  await store.query((db) => sql.raw(`pragma max_page_count = ${pages.rows[0]?.page_count}`).execute(db));

  const results = await Promise.allSettled([
    write(store, 'small'),
    write(store, 'big', 'x'.repeat(100_000)),
    write(store, 'after'),
  ]);

  const stored = await names(store);
  for (const [index, name] of ['small', 'big', 'after'].entries()) {
    expect(results[index]?.status === 'fulfilled', name).toBe(stored.includes(name));
  }
  expect(results[1]).toMatchObject({ reason: { code: 'STORE_UNAVAILABLE' } });
});
