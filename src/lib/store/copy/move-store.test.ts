import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { fillTables, readAllRows } from '#test/stand-ins/filled-store.ts';
import { queryPostgres } from '#test/stand-ins/postgres.ts';
import { createDatabase } from '#test/stand-ins/shared-postgres.ts';
import { storeKinds, useStores } from '#test/stand-ins/stores.ts';
import { listMigrations } from '#lib/store/list-migrations.ts';
import type { StoreOptions } from '#lib/store/open.ts';
import { moveStore } from './move-store.ts';

const stores = useStores();

/** A pool ends before PostgreSQL has closed its connections. */
async function waitForUnused({ databaseUrl }: StoreOptions): Promise<void> {
  if (!databaseUrl) return;
  const used = `select 1 from pg_stat_activity where application_name = 'site' and datname = current_database()`;
  await expect.poll(() => queryPostgres(databaseUrl, used)).toEqual([]);
}

const routes = storeKinds.flatMap((from) => storeKinds.map((to) => [from, to] as const));
for (const [from, to] of routes) {
  test(`a store moves from ${from} to ${to} with every row of every table`, async () => {
    const [old, next] = await Promise.all([stores.create(from), stores.create(to)]);
    const before = await old.open();
    await fillTables(before);
    const rows = await readAllRows(before);
    await old.clear();
    await waitForUnused(old.options);

    const copied = await moveStore(old.options, next.options);

    expect(await readAllRows(await next.open())).toEqual(rows);
    expect(copied.map(({ name }) => name).toSorted()).toEqual(Object.keys(rows).toSorted());
    expect(copied.filter((table) => table.rows < 2)).toEqual([]);
  });
}

for (const kind of storeKinds) {
  test(`${kind}: a store that a server uses is not moved`, async () => {
    const [old, next] = await Promise.all([stores.create(kind), stores.create('sqlite')]);
    await (await old.open()).query(async () => undefined);

    const moving = moveStore(old.options, next.options);

    await expect(moving).rejects.toThrow('stop all servers');
    expect(existsSync(join(next.options.dataDir, 'site.sqlite'))).toBe(false);
  });

  test(`${kind}: a store is not moved onto another one`, async () => {
    const [old, next] = await Promise.all([stores.create('sqlite'), stores.create(kind)]);
    const other = await next.open();
    await fillTables(other);
    const rows = await readAllRows(other);
    await (await old.open()).query(async () => undefined);
    await old.clear();

    const place = next.options.databaseUrl?.replace(/^.*\//, '') ?? 'site.sqlite';
    await expect(moveStore(old.options, next.options)).rejects.toThrow(`${place} has a store already`);
    expect(await readAllRows(other)).toEqual(rows);
  });

  test(`${kind}: a store is not moved onto itself`, async () => {
    const { options } = await stores.create(kind);

    await expect(moveStore(options, options)).rejects.toThrow('nothing to move');
  });
}

test('a store is not moved beside the last writes of another one, which SQLite would mix with it', async () => {
  const [old, next] = await Promise.all([stores.create('sqlite'), stores.create('sqlite')]);
  await old.open();
  await old.clear();
  const file = join(next.options.dataDir, 'site.sqlite');
  mkdirSync(next.options.dataDir);
  writeFileSync(`${file}-wal`, 'writes');

  await expect(moveStore(old.options, next.options)).rejects.toThrow('site.sqlite-wal belongs to a store');

  expect(existsSync(file)).toBe(false);
  expect(readFileSync(`${file}-wal`, 'utf8')).toBe('writes');
});

if (storeKinds.includes('postgres')) {
  test('a row that the other database refuses stops the move, and nothing is stored', async () => {
    const [old, next] = await Promise.all([stores.create('sqlite'), stores.create('postgres')]);
    await old.open();
    await old.clear();
    // PostgreSQL stores no NUL in texts.
    const database = new DatabaseSync(join(old.options.dataDir, 'site.sqlite'));
    database.prepare('insert into secrets values (?, ?)').run('odd', 'a\0b');
    database.close();

    await expect(moveStore(old.options, next.options)).rejects.toThrow('secrets');

    database.open();
    database.exec(`delete from secrets where name = 'odd'`);
    database.close();
    await expect(moveStore(old.options, next.options)).resolves.not.toEqual([]);
  });

  test('a database in which the user may not make tables is refused with what to change, also before the first start', async () => {
    const old = await stores.create('sqlite');
    await old.open();
    await old.clear();
    const url = new URL(await createDatabase({ isEmpty: true }));
    await queryPostgres(url.href, 'create role reader login');
    url.username = 'reader';
    const place = { dataDir: '', databaseUrl: url.href };
    const whatToDo = 'Let it own the database: ALTER DATABASE';

    await expect(moveStore(old.options, place)).rejects.toThrow(`nothing was stored: this user may not`);
    await expect(moveStore(old.options, place)).rejects.toThrow(whatToDo);
    await expect(listMigrations(place)).rejects.toThrow(whatToDo);
  });
}
