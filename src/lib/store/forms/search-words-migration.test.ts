import { expect } from 'vitest';
import { newDatabase, testOnStores } from '#test/stand-ins/stores.ts';
import { createRegistrationList } from './registration-list.ts';
import { createRegistrations } from './registrations.ts';
import { createSubmissionList } from './submission-list.ts';
import { createSubmissions } from './submissions.ts';

const test = testOnStores(newDatabase);
const receivedAt = Date.parse('2026-11-21T12:00:00Z');

test('the search finds rows that an older release stored', async (database) => {
  const before = await database.open();
  const registrations = createRegistrations(before);
  const options = { sameWithin: 0, mailsFor: () => [] };
  for (let row = 1; row <= 401; row += 1) {
    const person = { email: `o${row}@work.example`, emailKey: `o${row}@work.example`, receivedAt };
    await registrations.insertOnce(
      {
        ...person,
        studentNumber: `LK${row}`,
        givenName: 'Åse',
        familyName: 'Østergaard',
        term: 't',
        courses: ['SOIL201'],
        note: null,
      },
      { ...options, seats: {}, needsConfirmation: false, createReference: () => `R-${1000 + row}-KQEE` },
    );
  }
  await createSubmissions(before).insertOnce(
    {
      form: 'enquiry',
      name: 'Ali Yılmaz',
      email: 'ali@work.example',
      emailKey: 'ali@work.example',
      topic: '',
      answers: {},
      sameKey: 'same',
      receivedAt,
    },
    { ...options, createReference: () => 'E-4DWK-KQEE' },
  );
  await before.transaction(async (tx) => {
    await tx.deleteFrom('registration_words').where('word', '<>', 'ase').execute();
    await tx.updateTable('submissions').set({ search_text: ' ali yılmaz' }).execute();
    await tx
      .deleteFrom('schema_migrations' as 'secrets')
      .where('name', '=', '014-search-words')
      .execute();
  });
  await before.close();

  const store = await database.open();

  const list = createRegistrationList(store);
  const find = async (text: string) => (await list.page({ text }, { limit: 500 })).rows.length;
  const enquiries = createSubmissionList(store);
  const findEnquiry = async (text: string) =>
    (await enquiries.page('enquiry', { text }, { limit: 9 })).rows.length;
  expect([await find('ostergaard'), await find('@work.example'), await find('1401kqee')]).toEqual([
    401, 401, 1,
  ]);
  expect([
    await findEnquiry('yilmaz'),
    await findEnquiry('@work.example'),
    await findEnquiry('4dwkkqee'),
  ]).toEqual([1, 1, 1]);
  await store.close();
});
