import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { storeKinds, useStores } from '#test/stand-ins/stores.ts';
import { openStore, type Store } from './open.ts';

const stores = useStores();
const unavailable = {
  code: 'STORE_UNAVAILABLE',
  headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d*$/) },
};

function write(store: Store, name: string): Promise<unknown> {
  return store.transaction((tx) => tx.insertInto('secrets').values({ name, value: 'x' }).execute());
}

async function names(store: Store): Promise<string[]> {
  const rows = await store.query((db) =>
    db.selectFrom('secrets').select('name').where('name', '!=', 'mailboxes').orderBy('name').execute(),
  );
  return rows.map(({ name }) => name);
}

for (const kind of storeKinds) {
  test(`${kind}: ten instances that start at once create one schema`, async () => {
    const database = await stores.create(kind);

    const opened = await Promise.all(Array.from({ length: 10 }, () => database.open()));

    await Promise.all(opened.map((store, index) => write(store, `n${index}`)));
    expect(await names(opened[0]!)).toHaveLength(10);
  });

  test(`${kind}: a transaction that fails half-way leaves nothing`, async () => {
    const store = await stores.open(kind);

    const failing = store.transaction(async (tx) => {
      await tx.insertInto('secrets').values({ name: 'half', value: 'x' }).execute();
      throw new Error('stop');
    });

    await expect(failing).rejects.toThrow('stop');
    expect(await names(store)).toEqual([]);
  });

  test(`${kind}: a statement during a transaction is not part of it`, async () => {
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

  test(`${kind}: the error of a refused statement has its code and no personal data`, async () => {
    const store = await stores.open(kind);
    await write(store, 'ann@example.org');

    const failure = await write(store, 'ann@example.org').catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(Error);
    expect((failure as Error).message).toMatch(/(SQLSTATE 23505|SQLite 19)$/);
    expect(`${(failure as Error).stack} ${JSON.stringify(failure)}`).not.toContain('ann@');
  });
}

test('SQLite commits to disk in WAL mode', async () => {
  const store = await stores.open('sqlite');

  const [mode, synchronous] = await Promise.all([
    store.query((db) => sql<{ journal_mode: string }>`pragma journal_mode`.execute(db)),
    store.query((db) => sql<{ synchronous: number }>`pragma synchronous`.execute(db)),
  ]);

  expect(mode.rows[0]?.journal_mode).toBe('wal');
  expect(synchronous.rows[0]?.synchronous).toBe(2);
});

test('a full disk is STORE_UNAVAILABLE until there is space again', async () => {
  const store = await stores.open('sqlite');
  const pages = await store.query((db) => sql<{ page_count: number }>`pragma page_count`.execute(db));
  await store.query((db) => sql.raw(`pragma max_page_count = ${pages.rows[0]?.page_count}`).execute(db));

  const full = store.transaction((tx) =>
    tx
      .insertInto('secrets')
      .values({ name: 'big', value: 'x'.repeat(100_000) })
      .execute(),
  );

  await expect(full).rejects.toMatchObject(unavailable);
  await store.query((db) => sql`pragma max_page_count = 100000`.execute(db));
  await write(store, 'later');
  expect(await names(store)).toEqual(['later']);
});

test('a locked database is STORE_UNAVAILABLE until the other process unlocks it', async () => {
  const database = await stores.create('sqlite');
  const store = await openStore({ ...database.options, lockTimeout: 100 });
  const other = new DatabaseSync(join(database.options.dataDir, 'site.sqlite'));
  other.exec('begin immediate');

  await expect(write(store, 'locked out')).rejects.toMatchObject(unavailable);
  other.exec('rollback');
  await write(store, 'later');

  expect(await names(store)).toEqual(['later']);
  other.close();
  await store.close();
});

test('a statement waits for a short lock without blocking the event loop', async () => {
  const database = await stores.create('sqlite');
  const store = await database.open();
  const other = new DatabaseSync(join(database.options.dataDir, 'site.sqlite'));
  other.exec('begin immediate');
  const writing = write(store, 'waited');

  await delay(50);
  other.exec('rollback');
  other.close();

  await writing;
  expect(await names(store)).toEqual(['waited']);
});

test('writes fail while the file is moved away, and a restored file is used without a restart', async () => {
  const database = await stores.create('sqlite');
  const store = await database.open();
  const backup = join(database.options.dataDir, 'backup.sqlite');
  await write(store, 'before');
  await store.query((db) => sql`vacuum into ${sql.lit(backup)}`.execute(db));
  await write(store, 'after the back-up');
  const path = join(database.options.dataDir, 'site.sqlite');
  await rename(path, join(database.options.dataDir, 'away.sqlite'));

  await expect(write(store, 'lost')).rejects.toMatchObject(unavailable);
  await Promise.all([rm(`${path}-wal`, { force: true }), rm(`${path}-shm`, { force: true })]);
  await rename(backup, path);

  await write(store, 'restored');
  expect(await names(store)).toEqual(['before', 'restored']);
});

test('openStore names a folder that can’t be created', async () => {
  const database = await stores.create('sqlite');
  const dataDir = join(database.options.dataDir, 'site.sqlite');
  await mkdir(join(dataDir, 'site.sqlite'), { recursive: true });

  await expect(openStore({ dataDir })).rejects.toThrow(dataDir);
});

test('unreachable PostgreSQL is STORE_UNAVAILABLE, at the start too, and is used again once it is back', async () => {
  const database = await stores.create('postgres');
  const early = await database.open();
  await write(early, 'before');
  await (await stores.server()).pause();
  const lines: string[] = [];

  const late = await openStore({ ...database.options, log: (line) => lines.push(line) });
  await expect(write(early, 'lost')).rejects.toMatchObject(unavailable);
  await expect(write(late, 'lost')).rejects.toMatchObject(unavailable);
  await (await stores.server()).resume();
  await delay(100);

  await write(late, 'late');
  await write(early, 'early');
  expect(await names(early)).toEqual(['before', 'early', 'late']);
  expect(lines.join('\n')).toMatch(/unavailable/);
  expect(lines.join('\n')).not.toContain('postgres://');
  await late.close();
}, 30_000);

test('PostgreSQL that stops between two statements of a transaction is STORE_UNAVAILABLE and the process continues', async () => {
  const store = await stores.open('postgres');

  const broken = store.transaction(async (tx) => {
    await tx.insertInto('secrets').values({ name: 'half', value: 'x' }).execute();
    await (await stores.server()).pause();
    await delay(100);
    await tx.insertInto('secrets').values({ name: 'other half', value: 'x' }).execute();
  });

  await expect(broken).rejects.toMatchObject(unavailable);
  await (await stores.server()).resume();
  await write(store, 'later');
  expect(await names(store)).toEqual(['later']);
}, 30_000);

test('openStore refuses a database of a newer version', async () => {
  const database = await stores.create('sqlite');
  const store = await database.open();
  await store.query((db) =>
    sql`insert into schema_migrations (name, applied_at) values ('999-later', 0)`.execute(db),
  );

  const opening = database.open();

  await expect(opening).rejects.toThrow(/999-later/);
});
