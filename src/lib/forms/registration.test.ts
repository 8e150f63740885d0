import { expect } from 'vitest';
import { catalogueData } from '#test/stand-ins/catalogue.ts';
import { registeringAt, tokens, validRegistration } from '#test/stand-ins/registering.ts';
import { newDatabase, newStore, testOnStores } from '#test/stand-ins/stores.ts';
import type { Store } from '#lib/store/open.ts';
import { createCatalogue } from './catalogue.ts';
import { acceptRegistration } from './registration.ts';
import { withdrawRegistration } from './registration-links.ts';

const test = testOnStores(newStore);
const testOnDatabases = testOnStores(newDatabase);
const now = new Date('2026-11-21T12:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

function deps(store: Store, more: { now?: Date; reference?: () => string } = {}) {
  return { ...registeringAt(now, store), ...more };
}

async function rows(store: Store) {
  const [registrations, mails] = await Promise.all([
    store.query((db) => db.selectFrom('registrations').selectAll().execute()),
    store.query((db) => db.selectFrom('outbox').selectAll().orderBy('kind').execute()),
  ]);
  return { registrations, mails };
}

test('acceptRegistration stores a registration with its receipt and notice', async (store) => {
  const result = await acceptRegistration({ ...validRegistration, note: 'Ünï 👋' }, deps(store));

  const { registrations, mails } = await rows(store);
  expect(result).toEqual({
    reference: expect.stringMatching(/^R-[3-9A-Y]{4}-[3-9A-Y]{4}$/),
    waitingList: [],
    repeated: false,
  });
  expect(registrations).toMatchObject([
    {
      reference: result.reference,
      student_number: 'LK-204816',
      note: 'Ünï 👋',
      received_at: now.getTime(),
    },
  ]);
  expect(mails.map((mail) => mail.kind)).toEqual(['registration-notice', 'registration-receipt']);
});

testOnDatabases(
  'fifty concurrent equal registrations on two instances are stored once, with one reference',
  async (database) => {
    const both = [await database.open(), await database.open()];

    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => acceptRegistration(validRegistration, deps(both[index % 2]!))),
    );

    const { registrations, mails } = await rows(both[0]!);
    expect(new Set(results.map(({ reference }) => reference)).size).toBe(1);
    expect(results.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(registrations).toHaveLength(1);
    expect(mails).toHaveLength(2);
  },
);

test('a repeated registration keeps its reference for a day after the first one', async (store) => {
  const set = ['SOIL201', 'MAPS101'];
  const accept = (payload: Partial<typeof validRegistration>, at: Date) =>
    acceptRegistration({ ...validRegistration, courses: set, ...payload }, deps(store, { now: at }));

  const first = await accept({}, now);
  const again = await accept({ courses: set.toReversed(), studentNumber: 'lk-204816' }, hours(23.9));
  const otherSet = await accept({ courses: ['SOIL201'] }, hours(1));
  const otherStudent = await accept({ studentNumber: 'LK-204817' }, hours(1));
  const otherAddress = await accept({ email: 'stranger@example.org' }, hours(1));
  const otherCase = await accept({ email: 'Ines@EXAMPLE.org' }, hours(2));
  const nextDay = await accept({}, hours(24.1));

  expect(again).toMatchObject({ reference: first.reference, repeated: true });
  expect(otherCase).toMatchObject({ reference: first.reference, repeated: true });
  const references = [first, otherSet, otherStudent, otherAddress, nextDay].map(({ reference }) => reference);
  expect(new Set(references).size).toBe(5);
});

testOnDatabases(
  'registrations with different addresses each send one email, even when repeated concurrently',
  async (database) => {
    const both = [await database.open(), await database.open()];
    const addresses = ['ines@example.org', 'stranger@example.org'];

    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        acceptRegistration(
          { ...validRegistration, email: addresses[index % 2]! },
          deps(both[(index >> 1) % 2]!),
        ),
      ),
    );

    const { registrations, mails } = await rows(both[0]!);
    const references = results.map(({ reference }) => reference);
    expect(new Set(references).size).toBe(2);
    expect(registrations.map(({ email }) => email).sort()).toEqual(addresses);
    expect(mails.filter((mail) => mail.kind === 'registration-receipt')).toHaveLength(2);
    for (const { about, mail } of mails) {
      const { email } = registrations.find(({ reference }) => reference === about)!;
      for (const other of addresses.filter((each) => each !== email)) expect(mail).not.toContain(other);
    }
  },
);

testOnDatabases(
  'once all seats are taken, registrations join the waiting list, even concurrent ones',
  async (database) => {
    const both = [await database.open(), await database.open()];

    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        acceptRegistration(
          { ...validRegistration, studentNumber: `LK-${100_000 + index}`, courses: ['MAPS101', 'SOIL201'] },
          deps(both[index % 2]!),
        ),
      ),
    );

    expect(results.filter(({ waitingList }) => waitingList.length === 0)).toHaveLength(2);
    expect(results.filter(({ waitingList }) => waitingList.join() === 'MAPS101')).toHaveLength(10);
  },
);

test('a new reference is drawn if the first one is in use', async (store) => {
  const drawn = ['R-AAAA-AAAA', 'R-AAAA-AAAA', 'R-CCCC-CCCC'];
  const reference = () => drawn.shift() ?? 'none left';
  await acceptRegistration(validRegistration, deps(store, { reference }));

  const second = await acceptRegistration(
    { ...validRegistration, courses: ['MAPS101'] },
    deps(store, { reference }),
  );

  expect(second.reference).toBe('R-CCCC-CCCC');
});

test('a withdrawal frees the seat, and the student can register again', async (store) => {
  const accept = (studentNumber: string) =>
    acceptRegistration({ ...validRegistration, studentNumber, courses: ['MAPS101'] }, deps(store));
  const first = await accept('LK-000001');
  await accept('LK-000002');
  const token = tokens.sign('withdraw', first.reference);

  const withdrawn = await withdrawRegistration(token, deps(store));
  await withdrawRegistration(token, deps(store));

  const { mails } = await rows(store);
  expect(withdrawn).toEqual({ reference: first.reference });
  expect(mails.filter((mail) => mail.kind.startsWith('withdrawal'))).toHaveLength(2);
  expect((await accept('LK-000003')).waitingList).toEqual([]);
  const anew = await accept('LK-000001');
  expect(anew).toMatchObject({ repeated: false, waitingList: ['MAPS101'] });
});

test('a course with prerequisites is accepted, and the receipt names them', async (store) => {
  await acceptRegistration({ ...validRegistration, courses: ['HYDR301'] }, deps(store));

  const { mails } = await rows(store);
  expect(mails.find(({ kind }) => kind === 'registration-receipt')?.mail).toContain(
    'HYDR301 builds on HYDR201',
  );
});

test('an invalid term or course is reported at its field, and nothing is stored', async (store) => {
  const cases: [Partial<typeof validRegistration>, Record<string, unknown>][] = [
    [{ term: '2027-summer' }, { term: expect.stringContaining('Spring 2027') }],
    [{ term: '1999-winter' }, { term: expect.stringContaining('Spring 2027') }],
    [{ courses: ['SOIL201', 'NOPE999', 'PEAT501'] }, { courses: expect.stringMatching(/NOPE999.*PEAT501/) }],
    [{ courses: ['HYDR301', 'SOIL201'] }, { courses: expect.stringMatching(/HYDR301.*SOIL201/) }],
  ];

  for (const [payload, fields] of cases) {
    const result = acceptRegistration({ ...validRegistration, ...payload }, deps(store));
    await expect(result).rejects.toMatchObject({ code: 'INVALID_REQUEST', status: 400, fields });
  }
  await acceptRegistration({ ...validRegistration, courses: ['LAND401', 'SOIL201'] }, deps(store));

  expect((await rows(store)).registrations).toHaveLength(1);
});

test('an invalid link or a closed term withdraws nothing', async (store) => {
  const { reference } = await acceptRegistration(validRegistration, deps(store));
  const closed = { ...deps(store), catalogue: createCatalogue(catalogueData, '2027-01-06') };
  const lastDay = { ...deps(store), catalogue: createCatalogue(catalogueData, '2027-01-05') };
  const refused = { code: 'INVALID_REQUEST' };

  await expect(withdrawRegistration('x', deps(store))).rejects.toMatchObject(refused);
  await expect(withdrawRegistration(tokens.sign('confirm', reference), deps(store))).rejects.toMatchObject(
    refused,
  );
  await expect(withdrawRegistration(tokens.sign('withdraw', reference), closed)).rejects.toMatchObject(
    refused,
  );
  expect((await rows(store)).registrations[0]?.status).toBe('requested');

  await withdrawRegistration(tokens.sign('withdraw', reference), lastDay);
  expect((await rows(store)).registrations[0]?.status).toBe('withdrawn');
});

test('if email is not set up, a registration is stored and no email is queued', async (store) => {
  await acceptRegistration(validRegistration, { ...deps(store), letters: undefined });

  const { registrations, mails } = await rows(store);
  expect([registrations.length, mails.length]).toEqual([1, 0]);
});

test('groups that were asked for are stored, and are in both emails', async (store) => {
  const courses = ['LAND401', 'LAND401-2', 'SOIL201'];

  await acceptRegistration({ ...validRegistration, courses }, deps(store));

  const { registrations, mails } = await rows(store);
  const asked = 'LAND401-2: Fridays 09:30 to 10:30, from 11 January 2027. Online';
  expect(registrations).toMatchObject([{ course_set: 'LAND401 SOIL201' }]);
  expect(JSON.parse(registrations[0]!.answers)).toEqual({ groups: [asked] });
  const [notice, receipt] = mails.map(({ mail }) => (JSON.parse(mail!) as { text: string }).text);
  expect(notice).toContain(`Groups asked for: ${asked}`);
  expect(receipt).toMatch(/Group 2: +Fridays.*\n.*\n? *You asked for: +Group 2/);
});
