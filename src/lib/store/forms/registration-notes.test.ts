import { expect } from 'vitest';
import { now, openDesk, register, who } from '#test/stand-ins/decisions-desk.ts';
import { testOnStores } from '#test/stand-ins/stores.ts';
import { emailKey } from '#lib/forms/text-fields.ts';
import { createStaffActions } from '#lib/store/staff/staff-actions.ts';
import { createRegistrationList } from './registration-list.ts';
import { createRegistrationNotes } from './registration-notes.ts';

const test = testOnStores(openNotes);

async function openNotes(...given: Parameters<typeof openDesk>) {
  const desk = await openDesk(...given);
  const [reference = '', other = ''] = await register(desk, 2);
  const list = createRegistrationList(desk.store);
  const readLog = () =>
    desk.store.query((db) =>
      db.selectFrom('staff_log').select(['who', 'action', 'subject', 'facts']).orderBy('id').execute(),
    );
  const readTexts = async (about = reference) =>
    (await list.detail(about))?.notes.map(({ text, written_by }) => [text, written_by]);
  return { ...desk, list, reference, other, readLog, readTexts, notes: createRegistrationNotes(desk.store) };
}

test('notes are listed in order, with who wrote them; the log has no text', async ({
  notes,
  list,
  reference,
  other,
  readLog,
  readTexts,
}) => {
  await notes.add(reference, { text: 'Pays in two parts.', who, now });
  await notes.add(reference, { text: 'Called back.', who: 'bo@staff.example', now: now + 1 });
  const unknown = await notes.add('R-0000-0000', { text: 'Lost.', who, now });

  expect(await readTexts()).toEqual([
    ['Pays in two parts.', who],
    ['Called back.', 'bo@staff.example'],
  ]);
  expect([unknown, await readTexts(other)]).toEqual([undefined, []]);
  const ids = [reference, other].map(async (each) => (await list.detail(each))!.registration.id);
  const [id = '', otherId = ''] = await Promise.all(ids);
  expect([...(await list.notes([id, otherId])).keys()]).toEqual([id]);
  const entry = { action: 'note-written', subject: reference, facts: '{}' };
  expect(await readLog()).toEqual([
    { who, ...entry },
    { who: 'bo@staff.example', ...entry },
  ]);
});

test('a second click writes and deletes a note once', async ({
  notes,
  list,
  reference,
  other,
  readLog,
  readTexts,
}) => {
  const add = () => notes.add(reference, { text: 'Called back.', who, now });

  const both = await Promise.all([add(), add()]);
  const [note = ''] = ((await list.detail(reference))?.notes ?? []).map(({ id }) => id);
  const ofOther = await notes.delete(other, { note, who, now });
  const before = await readTexts();
  const deleted = [
    await notes.delete(reference, { note, who, now }),
    await notes.delete(reference, { note, who, now }),
  ];

  expect(both.filter((id) => id === undefined)).toHaveLength(1);
  expect([ofOther, before]).toEqual([undefined, [['Called back.', who]]]);
  expect(deleted).toEqual([expect.any(String), undefined]);
  expect(await readTexts()).toEqual([]);
  expect((await readLog()).map(({ action }) => action)).toEqual(['note-written', 'note-deleted']);
});

test('the same words on another day are another note', async ({ notes, reference, readTexts }) => {
  await notes.add(reference, { text: 'Called, no answer.', who, now });
  await notes.add(reference, { text: 'Called, no answer.', who, now: now + 24 * 60 * 60 * 1000 });

  expect(await readTexts()).toEqual([
    ['Called, no answer.', who],
    ['Called, no answer.', who],
  ]);
});

test('a registration with a corrected address has the notes', async (desk) => {
  const [mistyped = ''] = await register(desk, 1, false, 'SOIL201');
  await desk.notes.add(mistyped, { text: 'Needs a ramp.', who, now });
  await desk.notes.add(desk.other, { text: 'Someone else.', who, now });

  const { reference } = await desk.registrations.replace(
    mistyped,
    {
      studentNumber: 'LK-204000',
      givenName: 'Ana',
      familyName: 'Ng',
      email: 'ana@right.example',
      emailKey: 'ana@right.example',
      term: '2027-spring',
      courses: ['SOIL201'],
      note: null,
      receivedAt: now,
    },
    {
      now,
      seats: {},
      sameWithin: 0,
      needsConfirmation: true,
      createReference: () => 'R-NEW0-0000',
      mailsFor: () => [],
    },
  );

  expect([reference, await desk.readTexts(reference)]).toEqual(['R-NEW0-0000', [['Needs a ramp.', who]]]);
  expect(await desk.readTexts(mistyped)).toEqual([]);
});

test('notes are deleted with the data of the person', async ({ store, notes, reference }) => {
  await notes.add(reference, { text: 'Called back.', who, now });

  const actions = createStaffActions(store, { emailKey });
  const held = await actions.countPerson('ana0@example.org');
  await actions.deletePerson('ana0@example.org', { who, now });

  const left = await store.query((db) => db.selectFrom('registration_notes').selectAll().execute());
  expect(held).toMatchObject({ registrations: 1, notes: 1 });
  expect(left).toEqual([]);
});
