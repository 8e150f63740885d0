import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { names, write } from '#test/stand-ins/stored-rows.ts';
import { storeKinds, useStores } from '#test/stand-ins/stores.ts';
import type { Store } from './open.ts';

const stores = useStores();
for (const kind of storeKinds) {
  test(`${kind}: ten instances that start at once create one schema`, async () => {
    const database = await stores.create(kind);

    const opened = await Promise.all(Array.from({ length: 10 }, () => database.open()));

    await Promise.all(opened.map((store, index) => write(store, `n${index}`)));
    expect(await names(opened[0]!)).toHaveLength(10);
  });

  test(`${kind}: a failed transaction stores nothing`, async () => {
    const store = await stores.open(kind);

    const failing = store.transaction(async (tx) => {
      await tx.insertInto('secrets').values({ name: 'half', value: 'x' }).execute();
      throw new Error('stop');
    });

    await expect(failing).rejects.toThrow('stop');
    expect(await names(store)).toEqual([]);
  });

  test(`${kind}: a statement that runs during a transaction is not part of it`, async () => {
    const store = await stores.open(kind);
    const outside: Promise<unknown>[] = [];

    const failing = store.transaction(async (tx) => {
      await tx.insertInto('secrets').values({ name: 'inside', value: 'x' }).execute();
      outside.push(
        store.query((db) => db.insertInto('secrets').values({ name: 'outside', value: 'x' }).execute()),
      );
      await delay(20);
      throw new Error('stop');
    });

    await expect(failing).rejects.toThrow('stop');
    await Promise.all(outside);
    expect(await names(store)).toEqual(['outside']);
  });

  test(`${kind}: read-then-write transactions of two instances don't lose an update`, async () => {
    const database = await stores.create(kind);
    const both = [await database.open(), await database.open()];
    await both[0]!.query((db) => db.insertInto('secrets').values({ name: 'k', value: '0' }).execute());
    const increment = (store: Store) =>
      store.transaction(async (tx) => {
        await store.lock(tx, ['k', 'other']);
        const { value } = await tx
          .selectFrom('secrets')
          .select('value')
          .where('name', '=', 'k')
          .executeTakeFirstOrThrow();
        await tx
          .updateTable('secrets')
          .where('name', '=', 'k')
          .set({ value: String(Number(value) + 1) })
          .execute();
      });

    await Promise.all(Array.from({ length: 100 }, (_, index) => increment(both[index % 2]!)));

    const row = await both[1]!.query((db) =>
      db.selectFrom('secrets').select('value').where('name', '=', 'k').executeTakeFirstOrThrow(),
    );
    expect(row.value).toBe('100');
  });

  test(`${kind}: milliseconds and counts are read as numbers, and texts unchanged`, async () => {
    const store = await stores.open(kind);
    const text = `'); drop table secrets; -- =1+1 👩‍🌾 مرحبا é`;
    await store.query((db) => db.insertInto('secrets').values({ name: text, value: '\\' }).execute());
    await store.query((db) =>
      db
        .insertInto('outbox')
        .values({
          id: 'i',
          kind: 'k',
          about: 'a',
          status: 'sent',
          created_at: 1_900_000_000_123,
          next_attempt_at: 0,
        })
        .execute(),
    );

    const row = await store.query((db) =>
      db
        .selectFrom('outbox')
        .select(['created_at', (select) => select.fn.countAll<number>().as('count')])
        .groupBy('created_at')
        .executeTakeFirstOrThrow(),
    );

    expect(row).toEqual({ created_at: 1_900_000_000_123, count: 1 });
    expect(await names(store)).toEqual([text]);
  });

  test(`${kind}: the error of a refused statement contains the database’s code and no personal data`, async () => {
    const store = await stores.open(kind);
    await write(store, 'ann@example.org');

    const failure = await write(store, 'ann@example.org').catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(Error);
    expect((failure as Error).message).toMatch(/(SQLSTATE 23505|SQLite 19)$/);
    expect(`${(failure as Error).stack} ${JSON.stringify(failure)}`).not.toContain('ann@');
  });
}

test('openStore accepts migrations of a newer version, but refuses a breaking one', async () => {
  const database = await stores.create('sqlite');
  const store = await database.open();
  const migrateTo = (name: string) =>
    store.query((db) =>
      sql`insert into schema_migrations (name, applied_at) values (${name}, 0)`.execute(db),
    );
  await migrateTo('998-later');
  const added = await database.open();
  await write(added, 'still here');
  await migrateTo('999-later-breaking');

  const opening = database.open();

  await expect(opening).rejects.toThrow(/with the migrations 999-later-breaking/);
  expect(await names(store)).toEqual(['still here']);
});
