import { statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { names, unavailable, write } from '#test/stand-ins/stored-rows.ts';
import { useStores } from '#test/stand-ins/stores.ts';
import { openStore } from '#lib/store/open.ts';

const stores = useStores();

test('SQLite commits to disk in WAL mode', async () => {
  const store = await stores.open('sqlite');

  const [mode, synchronous] = await Promise.all([
    store.query((db) => sql<{ journal_mode: string }>`pragma journal_mode`.execute(db)),
    store.query((db) => sql<{ synchronous: number }>`pragma synchronous`.execute(db)),
  ]);

  expect(mode.rows[0]?.journal_mode).toBe('wal');
  expect(synchronous.rows[0]?.synchronous).toBe(2);
});

test('only the user of the server may read and write a new database', async () => {
  const database = await stores.create('sqlite');
  const store = await openStore(database.options);
  await write(store, 'first');

  const modes = ['', '-wal', '-shm'].map((end) => {
    const { mode } = statSync(join(database.options.dataDir, `site.sqlite${end}`));
    return (mode & 0o777).toString(8);
  });

  expect(modes).toEqual(['600', '600', '600']);
  await store.close();
});

test('writes to a full disk fail with STORE_UNAVAILABLE until there is space again', async () => {
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

test('writes to a locked database fail with STORE_UNAVAILABLE until the other process unlocks it', async () => {
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

test('reads don’t wait for writes and transactions that wait for another process, and see them once they have ended', async () => {
  const database = await stores.create('sqlite');
  const store = await openStore({ ...database.options, lockTimeout: 50_000 });
  await write(store, 'before');
  const other = new DatabaseSync(join(database.options.dataDir, 'site.sqlite'));
  other.exec('begin immediate');
  const transaction = write(store, 'in a transaction');
  const statement = store.query((db) =>
    db.insertInto('secrets').values({ name: 'alone', value: 'x' }).execute(),
  );

  const during = [await names(store), await names(store)];
  other.exec('rollback');
  other.close();
  await transaction;
  const after = await names(store);
  await statement;

  expect(during).toEqual([['before'], ['before']]);
  expect(after).toContain('in a transaction');
  expect(await names(store)).toEqual(['alone', 'before', 'in a transaction']);
  await store.close();
});

test('a read during a transaction does not see its rows, and a read after it does', async () => {
  const store = await stores.open('sqlite');

  const during = await store.transaction(async (tx) => {
    await tx.insertInto('secrets').values({ name: 'new', value: 'x' }).execute();
    return names(store);
  });

  expect(during).toEqual([]);
  expect(await names(store)).toEqual(['new']);
});

test('reads use a restored file without a restart, also if the first use after it is a read', async () => {
  const database = await stores.create('sqlite');
  const store = await database.open();
  const [path, backup] = ['site', 'backup'].map((name) =>
    join(database.options.dataDir, `${name}.sqlite`),
  ) as [string, string];
  await write(store, 'before');
  await store.query((db) => sql`vacuum into ${sql.lit(backup)}`.execute(db));
  await write(store, 'after the back-up');
  expect(await names(store)).toHaveLength(2);
  await rename(path, join(database.options.dataDir, 'away.sqlite'));
  await Promise.all([rm(`${path}-wal`, { force: true }), rm(`${path}-shm`, { force: true })]);
  await rename(backup, path);

  const restored = await names(store);
  await write(store, 'later');

  expect(restored).toEqual(['before']);
  expect(await names(store)).toEqual(['before', 'later']);
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

test('openStore throws an error with the path if the folder can’t be created', async () => {
  const database = await stores.create('sqlite');
  const dataDir = join(database.options.dataDir, 'site.sqlite');
  await mkdir(join(dataDir, 'site.sqlite'), { recursive: true });

  await expect(openStore({ dataDir })).rejects.toThrow(dataDir);
});
