import { Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import { dialectOf, newDatabase, newStore, testOnStores } from '#test/stand-ins/stores.ts';
import { migrate } from '#lib/store/migrations.ts';
import { createRegistrationList } from '#lib/store/forms/registration-list.ts';
import { createStaffLog } from './staff-log.ts';

const test = testOnStores(newStore);
const testOnDatabases = testOnStores(newDatabase);
const day = 24 * 60 * 60 * 1000;

testOnDatabases(
  'search finds existing registrations, and withdrawn ones get the handling withdrawn',
  async (database) => {
    const old = new Kysely({ dialect: dialectOf(database) });
    await old.transaction().execute((tx) => migrate(tx, ['001-forms']));
    for (const [id, status] of [
      ['1', 'requested'],
      ['2', 'withdrawn'],
    ]) {
      await sql`insert into registrations (id, reference, student_number, student_key, given_name, family_name,
      email, term, course_set, status, live, received_at)
    values (${id}, ${`R-${id}`}, 'LK1', 'LK1', 'Zoë', 'Márquez-Reid', 'zoe@example.org', 't', 'SOIL201', ${status}, 0, 5)`.execute(
        old,
      );
    }
    await old.destroy();

    const list = createRegistrationList(await database.open());
    const { rows } = await list.page({ text: 'reid' }, { limit: 10 });

    expect(rows.map(({ id, handling }) => [id, handling])).toEqual([
      ['2', 'withdrawn'],
      ['1', 'new'],
    ]);
  },
);

testOnDatabases('emails held by an older version lose their content, others keep it', async (database) => {
  const old = new Kysely({ dialect: dialectOf(database) });
  await old.transaction().execute((tx) => migrate(tx, ['001-forms', '002-insights', '003-staff']));
  for (const status of ['queued', 'parked', 'held']) {
    await sql`insert into outbox (id, kind, about, mail, status, attempts, created_at, next_attempt_at)
    values (${status}, 'signup-confirm', 's', 'to ana@example.org', ${status}, 2, 5, 6)`.execute(old);
  }
  await old.destroy();

  const store = await database.open();
  const rows = await store.query((db) => db.selectFrom('outbox').selectAll().orderBy('id').execute());

  expect(rows.map(({ id, status, mail }) => [id, status, mail])).toEqual([
    ['held', 'dropped', null],
    ['parked', 'parked', 'to ana@example.org'],
    ['queued', 'queued', 'to ana@example.org'],
  ]);
  expect(rows[0]).toMatchObject({ kind: 'signup-confirm', attempts: 2, created_at: 5, next_attempt_at: 6 });
});

test('a log entry can’t be changed, or deleted within thirty days', async (store) => {
  const log = createStaffLog(store);
  // By the clock of the database, which the trigger uses.
  const clock = store.kind === 'sqlite' ? sql<number>`unixepoch()` : sql<number>`extract(epoch from now())`;
  const { rows } = await store.query((db) => sql<{ now: number }>`select ${clock} as now`.execute(db));
  const now = Math.floor(Number(rows[0]?.now)) * 1000;
  const id = await log.write({ who: 'ann@example.org', action: 'handling-set' }, now);
  await log.write({ who: 'old@example.org', action: 'handling-set' }, now - 31 * day);

  const change = store.query((db) => db.updateTable('staff_log').set({ who: 'x' }).execute());
  const remove = store.query((db) => db.deleteFrom('staff_log').where('id', '=', id).execute());

  await Promise.all([expect(change).rejects.toThrow(), expect(remove).rejects.toThrow()]);
  await store.query((db) => db.deleteFrom('staff_log').where('id', '!=', id).execute());
  expect((await log.page({ limit: 10 })).rows).toMatchObject([{ id, who: 'ann@example.org' }]);
});
