import { expect } from 'vitest';
import { newStore, testOnStores } from '#test/stand-ins/stores.ts';
import type { Store } from '#lib/store/open.ts';
import { createRegistrationList } from './registration-list.ts';
import type { RegistrationFilter } from './registration-search.ts';
import { createRegistrations } from './registrations.ts';
import type { StoredAnswers } from '#lib/store/schema.ts';
import { createStaffActions } from '#lib/store/staff/staff-actions.ts';

const test = testOnStores(newStore);
const moment = Date.parse('2026-11-21T09:30:00Z');
let number = 0;

type Given = {
  givenName?: string;
  familyName?: string;
  email?: string;
  term?: string;
  courses?: string[];
  receivedAt?: number;
  answers?: StoredAnswers;
};

/** Stores a registration like the form does, and returns its reference. */
async function add(store: Store, given: Given = {}): Promise<string> {
  number += 1;
  const reference = `R-${String(number).padStart(4, '0')}-TEST`;
  await createRegistrations(store).insertOnce(
    {
      studentNumber: `LK${String(number).padStart(6, '0')}`,
      givenName: 'Ana',
      familyName: 'Ng',
      email: 'ana@example.org',
      emailKey: (given.email ?? 'ana@example.org').toLowerCase(),
      term: '2027-spring',
      courses: ['SOIL201'],
      note: null,
      receivedAt: moment,
      ...given,
    },
    {
      seats: { MAPS101: 0 },
      sameWithin: 0,
      needsConfirmation: false,
      createReference: () => reference,
      mailsFor: () => [],
    },
  );
  return reference;
}

async function find(store: Store, filter: RegistrationFilter): Promise<string[]> {
  const { rows } = await createRegistrationList(store).page(filter, { limit: 50 });
  return rows.map(({ reference }) => reference).sort();
}

test('paging in both directions returns each row once, even if rows have the same timestamp', async (store) => {
  for (let index = 0; index < 11; index += 1) {
    await add(store, { receivedAt: moment + Math.floor(index / 6) });
  }
  const list = createRegistrationList(store);

  const first = await list.page({}, { limit: 4 });
  const second = await list.page(
    {},
    {
      limit: 4,
      cursor: { id: first.rows.at(-1)!.id, towards: 'older' },
    },
  );
  const third = await list.page(
    {},
    {
      limit: 4,
      cursor: { id: second.rows.at(-1)!.id, towards: 'older' },
    },
  );
  const back = await list.page({}, { limit: 4, cursor: { id: third.rows[0]!.id, towards: 'newer' } });

  const all = [...first.rows, ...second.rows, ...third.rows];
  expect(new Set(all.map(({ id }) => id)).size).toBe(11);
  expect(all.map(({ received_at }) => received_at)).toEqual(
    all.map(({ received_at }) => received_at).toSorted((a, b) => b - a),
  );
  expect([first, second, third].map(({ hasNewer, hasOlder }) => [hasNewer, hasOlder])).toEqual([
    [false, true],
    [true, true],
    [true, false],
  ]);
  expect(back.rows).toEqual(second.rows);
});

test('references and count have the registrations that match, oldest first, and references no withdrawn ones', async (store) => {
  const [first, other, second, withdrawn] = [
    await add(store),
    await add(store, { courses: ['MAPS101'], receivedAt: moment + 1 }),
    await add(store, { receivedAt: moment + 2 }),
    await add(store, { receivedAt: moment + 3 }),
  ];
  await createRegistrations(store).withdraw(withdrawn, { now: moment, mails: [] });
  const list = createRegistrationList(store);

  expect(await list.references({ course: 'SOIL201' }, 9)).toEqual([first, second]);
  expect(await list.references({}, 2)).toEqual([first, other]);
  expect(await list.count({ course: 'SOIL201' })).toBe(3);
  expect(await list.count({ decision: 'open', email: 'confirmed' })).toBe(3);
});

test('a search text matches prefixes of names, address, student number and reference', async (store) => {
  const zoe = await add(store, {
    givenName: 'Zoë Marie',
    familyName: 'Márquez-Reid',
    email: 'Z.Marquez@Example.org',
  });
  const obrien = await add(store, { givenName: 'Saoirse', familyName: 'O’Brien', email: 'so@example.org' });
  const arabic = await add(store, { givenName: 'سارة', familyName: 'الحداد', email: 'sara@example.org' });
  await add(store);
  const digits = zoe.slice(2, 6);

  for (const text of [
    'zoe',
    'MARIE',
    'marquez',
    'reid',
    'Márquez-Reid',
    'z.mar',
    'zoe reid',
    `lk00${digits}`,
    `LK-00${digits}`,
    '@example.org zoe',
    'marquez@example',
  ]) {
    expect(await find(store, { text }), text).toEqual([zoe]);
  }
  for (const text of [zoe, zoe.slice(2), zoe.toLowerCase(), `00${digits}`]) {
    expect(await find(store, { text }), text).toEqual([zoe]);
  }
  expect(await find(store, { text: "o'brien" })).toEqual([obrien]);
  expect(await find(store, { text: 'سارة' })).toEqual([arabic]);
  for (const text of ['zoe ng', 'arquez', '%', '_', "' or 1=1 --", '\u{10ffff}']) {
    expect(await find(store, { text }), text).toEqual([]);
  }
});

test('a search text finds letters by their base letters, a domain, and a reference without hyphens', async (store) => {
  const danish = await add(store, { familyName: 'Østergaard', email: 'o@Staff.Work.example' });
  const turkish = await add(store, { familyName: 'Yılmaz', email: 'y.yilmaz+l@post.example' });
  const german = await add(store, {
    givenName: 'J-P',
    familyName: 'Weiß-Łuk',
    email: 'w@work-group.example',
  });
  await add(store, { familyName: 'Work' });
  const parts = danish.toLowerCase().slice(2).split('-');

  for (const text of ['Ostergaard', 'ØSTERGAARD', '@work.example', 'work.example', 'staff.work.example']) {
    expect(await find(store, { text }), text).toEqual([danish]);
  }
  for (const text of [parts.join(''), `r${parts.join('')}`, `${parts[0]} test`, danish]) {
    expect(await find(store, { text }), text).toEqual([danish]);
  }
  for (const text of ['Yilmaz', 'yılmaz', 'yilmaz+l@post', '@post.example']) {
    expect(await find(store, { text }), text).toEqual([turkish]);
  }
  for (const text of ['weiss', 'Weiß', 'luk', 'j-p', 'WEISS-LUK']) {
    expect(await find(store, { text }), text).toEqual([german]);
  }
  expect(await find(store, { text: 'org' })).toEqual([]);
});

test('filters by term, course, status and text can be combined', async (store) => {
  const soil = await add(store, { courses: ['SOIL201'] });
  const both = await add(store, { courses: ['HYDR301', 'SOIL201'] });
  const summer = await add(store, { term: '2027-summer', courses: ['HYDR301'], familyName: 'Reid' });
  const done = await add(store, { term: '2027-summer', courses: ['SOIL201'], familyName: 'Reid' });
  const actions = createStaffActions(store, { emailKey: (address) => address });
  await actions.setHandling(done, { from: 'new', to: 'done', who: 'ann', now: moment });
  await createRegistrations(store).withdraw(soil, { now: moment, mails: [] });

  expect(await find(store, { course: 'SOIL201' })).toEqual([soil, both, done]);
  expect(await find(store, { course: 'SOIL201', term: '2027-spring' })).toEqual([soil, both]);
  expect(await find(store, { handling: 'new' })).toEqual([both, summer]);
  expect(await find(store, { handling: 'withdrawn', term: '2027-spring' })).toEqual([soil]);
  expect(await find(store, { text: 'reid', handling: 'done', course: 'SOIL201' })).toEqual([done]);
  expect(await find(store, { text: 'reid', term: '2027-spring' })).toEqual([]);
  expect(await find(store, { course: 'NOPE999' })).toEqual([]);
});

test('a group finds the registrations that asked for it, not those that write of it', async (store) => {
  const asking = (groups: string[], more: Given = {}) => add(store, { answers: { groups }, ...more });
  const second = await asking(['SOIL201-2: Fridays 09:30 to 10:30']);
  const both = await asking(['SOIL201-1: Mondays', 'SOIL201-2']);
  await asking(['SOIL201-1: Mondays', 'SOIL201-20: Fridays']);
  await asking(['XSOIL201-2: Fridays'], { courses: ['XSOIL201'] });
  await add(store, { answers: { wish: 'No "SOIL201-2": please ["SOIL201-2: no' } });

  expect(await find(store, { course: 'SOIL201', group: 'SOIL201-2' })).toEqual([second, both]);
});

test('enrolments counts requests and waiting students, without withdrawn registrations', async (store) => {
  await add(store, { courses: ['MAPS101', 'SOIL201'] });
  const gone = await add(store, { courses: ['SOIL201'] });
  await createRegistrations(store).withdraw(gone, { now: moment, mails: [] });

  const list = createRegistrationList(store);

  expect(await list.enrolments('2027-spring', moment)).toEqual([
    { course: 'MAPS101', requested: 1, unconfirmed: 0, waiting: 1 },
    { course: 'SOIL201', requested: 1, unconfirmed: 0, waiting: 0 },
  ]);
  expect(await list.terms()).toEqual(['2027-spring']);
});
