import { Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { retentionDays } from '#test/signups.ts';
import { dialectOf, storeKinds, useStores } from '#test/stand-ins/stores.ts';
import { createDraftBin } from './desk/draft-bin.ts';
import { createChangeSets } from './desk/editing-change-sets.ts';
import { createDrafts } from './desk/editing-drafts.ts';
import { deskMigrations } from './desk-migrations.ts';
import { listStoreTables } from './copy/store-tables.ts';
import { listMigrations } from './list-migrations.ts';
import { listMigrationNames, migrate, migrationNames } from './migrations.ts';
import { openStore, type Store } from './open.ts';
import { sweep } from './retention.ts';

const stores = useStores();

test('the migration makes the person who opened a proposal its author', async () => {
  const database = await stores.create('sqlite');
  const old = new Kysely({ dialect: dialectOf(database) });
  const names = ['001-forms', '002-insights', '003-staff', '004-registration-identity', '005-mail-limits'];
  const more = ['006-ended-sessions', '007-answers', '008-submissions', '009-editing'];
  await old.transaction().execute((tx) => migrate(tx, [...names, ...more]));
  await sql`insert into change_sets (id, title, state, sentence, branch, branch_commit, created_at, created_by,
      submitted_by, submitted_name, decision, published_files, leased_until)
    values ('s', 'Fees', 'review', '', 'fees', 'c1', 1, 'ann@x.example', 'ann@x.example', 'Ann', '', '[]', 0)`.execute(
    old,
  );
  await sql`insert into drafts (id, path, text, version, change_set, saved_at, saved_by, saved_name, authors)
    values ('d', 'pages/fees.mdx', 'x', 1, 's', 1, 'ann@x.example', 'Ann', '["ann@x.example"]')`.execute(old);
  await sql`insert into staff_log (id, at, who, action, subject, facts)
    values ('l', 1, 'bob@x.example', 'proposal-taken', 's', '{}')`.execute(old);
  await old.destroy();

  const store = await database.open();
  const set = await createChangeSets(store).find('s');
  const [draft] = await createDrafts(store).list('s');

  expect(set).toMatchObject({ submitted_by: 'bob@x.example', says_by: 'ann@x.example', approved: null });
  expect(draft).toMatchObject({ authors: ['bob@x.example'], savedBy: { email: 'bob@x.example' } });
});

const tablesOfDesk = [
  ...['binned_drafts', 'change_sets', 'comments', 'desk_people', 'drafts', 'open_entries'],
  'preview_links',
];

async function listTables({ kind, query }: Store): Promise<string[]> {
  const runQuery = (statement: string) =>
    query(async (db) => (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows);
  return (await listStoreTables(kind, runQuery)).map(({ name }) => name).toSorted();
}

for (const kind of storeKinds) {
  test(`${kind}: a store without the desk has none of its tables, gets them with the desk, and then keeps their rows`, async () => {
    const { options } = await stores.create(kind);
    const names = listMigrationNames({ hasDesk: false });

    const without = await openStore({ ...options, hasDesk: false });
    const tables = await listTables(without);
    const pending = (await listMigrations({ ...options, hasDesk: false })).filter(
      ({ appliedAt }) => !appliedAt,
    );
    await without.close();
    const store = await openStore(options);
    const by = { email: 'ann@x.example', name: 'Ann' };
    const drafts = createDrafts(store);
    await drafts.save({
      path: 'pages/fees.mdx',
      version: 0,
      basedOn: null,
      text: 'x',
      by,
      now: 1,
      title: '',
    });
    const draft = (await drafts.find('pages/fees.mdx'))!;
    await drafts.discard([draft], { who: by.email, now: 1 });
    const all = await listTables(store);
    await store.close();
    const later = await openStore({ ...options, hasDesk: false });
    const { binnedDrafts } = await sweep({ store: later, retentionDays, hasDesk: false });
    const { rows } = await createDraftBin(later).page({ limit: 1 });
    await later.close();

    expect(migrationNames.filter((name) => !names.includes(name))).toEqual(Object.keys(deskMigrations));
    expect(pending).toEqual([]);
    expect(all.filter((name) => !tables.includes(name))).toEqual(tablesOfDesk);
    expect([binnedDrafts, rows[0]?.drafts[0]?.path]).toEqual([0, 'pages/fees.mdx']);
  });
}
