import { Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import { dialectOf, newDatabase, testOnStores } from '#test/stand-ins/stores.ts';
import { migrate } from '#lib/store/migrations.ts';
import { createRegistrationList } from './registration-list.ts';
import { createRegistrations } from './registrations.ts';

const test = testOnStores(newDatabase);
const now = Date.parse('2026-11-21T12:00:00Z');

test('existing registrations count as confirmed, keep their seats, and are found by a repeated request', async (database) => {
  const old = new Kysely({ dialect: dialectOf(database) });
  await old.transaction().execute((tx) => migrate(tx, ['001-forms', '002-insights', '003-staff']));
  for (let row = 1; row <= 501; row += 1) {
    await sql`insert into registrations (id, reference, student_number, student_key, given_name, family_name,
      email, term, course_set, status, live, received_at)
    values (${String(row).padStart(4, '0')}, ${`R-${row}`}, ${`LK${row}`}, ${`LK${row}`}, 'Zoë', 'Ng',
      ${`Zoë.${row}@Bücher.example`}, 't', 'SOIL201', 'requested', 1, ${now})`.execute(old);
  }
  await sql`insert into registration_courses (registration_id, term, course, waiting, active)
  values ('0501', 't', 'SOIL201', 0, 1)`.execute(old);
  await old.destroy();

  const store = await database.open();
  const repeat = await createRegistrations(store).insertOnce(
    {
      studentNumber: 'LK501',
      givenName: 'Zoë',
      familyName: 'Ng',
      email: 'zoë.501@bücher.example',
      emailKey: 'zoë.501@xn--bcher-kva.example',
      term: 't',
      courses: ['SOIL201'],
      note: null,
      receivedAt: now + 1,
    },
    {
      seats: {},
      sameWithin: 1_000,
      needsConfirmation: true,
      createReference: () => 'R-NEW',
      mailsFor: () => [],
    },
  );

  expect(repeat).toMatchObject({ reference: 'R-501', repeated: true });
  const list = createRegistrationList(store);
  expect((await list.page({ email: 'unconfirmed' }, { limit: 9 })).rows).toEqual([]);
  expect(await list.enrolments('t', now + 1e10)).toEqual([
    { course: 'SOIL201', requested: 1, unconfirmed: 0, waiting: 0 },
  ]);
});
