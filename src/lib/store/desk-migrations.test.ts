import { Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { useStores } from '#test/stand-ins/stores.ts';
import { createChangeSets } from './desk/editing-change-sets.ts';
import { createDrafts } from './desk/editing-drafts.ts';
import { migrate } from './migrations.ts';
import { openSqlite } from '#lib/store/dialects/sqlite-dialect.ts';

const stores = useStores();

test('the migration makes the person who opened a proposal its author', async () => {
  const database = await stores.create('sqlite');
  const { dialect } = openSqlite(`${database.options.dataDir}/site.sqlite`, { lockTimeout: 1_000 });
  const old = new Kysely({ dialect });
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
