import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { storeKinds, useStores } from '#test/stand-ins/stores.ts';
import { listMigrations } from './list-migrations.ts';
import { migrationNames } from './migrations.ts';

const stores = useStores();

for (const kind of storeKinds) {
  test(`${kind}: listMigrations lists applied migrations, pending ones and those of a newer release`, async () => {
    const database = await stores.create(kind);
    const none = await listMigrations(database.options);
    const store = await database.open();
    const all = await listMigrations(database.options);
    await store.query((db) =>
      sql`update schema_migrations set name = '999-later' where name = ${migrationNames.at(-1)}`.execute(db),
    );

    const mixed = await listMigrations(database.options);

    expect(none.map(({ name, appliedAt }) => [name, appliedAt])).toEqual(
      migrationNames.map((name) => [name, undefined]),
    );
    expect(all.every(({ appliedAt, isKnown }) => isKnown && Number(appliedAt) > 0)).toBe(true);
    expect(mixed.slice(-2)).toMatchObject([
      { name: migrationNames.at(-1), appliedAt: undefined, isKnown: true },
      { name: '999-later', isKnown: false },
    ]);
  });
}

test('listMigrations does not create a missing database', async () => {
  const { options, clear } = await stores.create('sqlite');
  await clear();
  rmSync(join(options.dataDir, 'site.sqlite'), { force: true });

  const listed = await listMigrations(options);

  expect(listed.every(({ appliedAt }) => appliedAt === undefined)).toBe(true);
  expect(() => rmSync(join(options.dataDir, 'site.sqlite'))).toThrow('ENOENT');
});
