import { letterSettings } from '#test/stand-ins/letter-settings.ts';
import { expect } from 'vitest';
import { catalogueData, openDay } from '#test/stand-ins/catalogue.ts';
import { storeKinds, type Stores, testOnStores, untilBlocked } from '#test/stand-ins/stores.ts';
import { createCatalogue } from '#lib/forms/catalogue.ts';
import { conflictLetters } from '#lib/forms/stored-letters.ts';
import { createLinkTokens } from '#lib/forms/link-tokens.ts';
import { acceptRegistration } from '#lib/forms/registration.ts';
import { emailKey } from '#lib/forms/text-fields.ts';
import { createRegistrationLetters } from '#lib/mail/registration-letters.ts';
import type { Store } from '#lib/store/open.ts';
import type { OutgoingMail } from '#lib/store/mail/outbox.ts';
import { createRegistrationConflicts } from './registration-conflicts.ts';
import { createRegistrationList } from './registration-list.ts';
import { createRegistrations } from './registrations.ts';
import { createStaffActions } from '#lib/store/staff/staff-actions.ts';
import { createStaffLog } from '#lib/store/staff/staff-log.ts';

const test = testOnStores(open);
const testOnPostgres = testOnStores(
  open,
  storeKinds.filter((kind) => kind === 'postgres'),
);
const catalogue = createCatalogue(catalogueData, openDay);
const tokens = createLinkTokens(['a secret for tests']);
const letters = createRegistrationLetters(letterSettings);
const now = Date.parse('2026-11-21T12:00:00Z');
const who = 'ann@staff.example';

async function open(stores: Stores, kind: Store['kind']) {
  const database = await stores.create(kind);
  const store = await database.open();
  return {
    store,
    database,
    conflicts: createRegistrationConflicts(store),
    list: createRegistrationList(store),
    submissions: createRegistrations(store),
    actions: createStaffActions(store, { emailKey }),
    log: createStaffLog(store),
  };
}

type Given = {
  studentNumber?: string;
  email?: string;
  courses?: string[];
  givenName?: string;
  note?: string;
};

async function register(store: Store, { at = now, ...given }: Given & { at?: number } = {}): Promise<string> {
  const { reference } = await acceptRegistration(
    {
      studentNumber: 'LK-204816',
      givenName: 'Ines',
      familyName: 'Calder',
      email: 'ines@example.org',
      term: '2027-spring',
      courses: ['MAPS101'],
      ...given,
    },
    { catalogue, submissions: createRegistrations(store), tokens, letters, now: new Date(at) },
  );
  return reference;
}

const { seats } = catalogue;
const seatsFor = (some: Readonly<Record<string, number>>) => (course: string, term: string) =>
  some[course] ?? seats(course, term);
const mailsFor = (outcome: Parameters<typeof conflictLetters>[0]) =>
  conflictLetters(outcome, { catalogue, tokens, letters });

test('registrations of one student under two addresses in a term are in conflict, whatever their courses', async ({
  store,
  conflicts,
  list,
  submissions,
  actions,
}) => {
  const own = await register(store);
  const other = await register(store, { email: 'stranger@example.org', courses: ['SOIL201'] });
  const same = await register(store, { email: 'INES@example.org', courses: ['LAND401'] });
  await register(store, { studentNumber: 'LK-999999', email: 'else@example.org' });
  const of = async (reference: string) =>
    (await conflicts.of((await list.detail(reference))!.registration)).map((row) => row.reference).sort();
  const filtered = async () =>
    (await list.page({ email: 'conflict' }, { limit: 9 })).rows.map((row) => row.reference).sort();

  expect(await of(own)).toEqual([other]);
  expect(await of(other)).toEqual([own, same].sort());
  expect(await filtered()).toEqual([own, other, same].sort());
  expect(await list.page({ email: 'conflict', course: 'SOIL201' }, { limit: 9 })).toMatchObject({
    rows: [{ reference: other }],
  });
  const { rows } = await list.page({}, { limit: 9 });
  expect(await list.inConflict(rows.map(({ id }) => id))).toEqual(
    new Set(rows.filter(({ student_number }) => student_number === 'LK-204816').map(({ id }) => id)),
  );
  expect(await conflicts.count()).toBe(1);

  for (const reference of [own, other, same]) {
    await actions.setHandling(reference, { from: 'new', to: 'done', who, now });
  }
  expect([await of(other), await filtered(), await conflicts.count()]).toEqual([[], [], 0]);
  await actions.setHandling(own, { from: 'done', to: 'new', who, now });
  expect(await conflicts.count()).toBe(1);
  await submissions.withdraw(other, { now, mails: [] });
  expect([await of(own), await filtered(), await conflicts.count()]).toEqual([[], [], 0]);
});

test('keep withdraws the other registrations, passes on their seats, writes one log entry and queues the emails', async ({
  store,
  conflicts,
  list,
  submissions,
  log,
}) => {
  const stranger = await register(store, { email: 'stranger@example.org', note: 'a stranger’s note' });
  const second = await register(store, { studentNumber: 'LK-000002', email: 'bo@example.org' });
  const own = await register(store, { givenName: 'Inés' });
  for (const reference of [own, second]) {
    await submissions.confirm(reference, { now, seats: {}, lateMailsFor: () => [] });
  }
  expect((await list.detail(own))?.courses).toEqual([
    { course: 'MAPS101', waiting: true, decision: null, reason: '' },
  ]);

  const line = await conflicts.keep(own, { others: [stranger], seats, who, now, mailsFor });
  const again = await conflicts.keep(own, { others: [stranger], seats, who, now, mailsFor });
  const byOther = await conflicts.keep(own, {
    ...{ others: [stranger], seats, now, mailsFor },
    who: 'bo@staff.example',
  });

  expect([again, byOther]).toEqual([{}, undefined]);
  const [kept, gone] = [await list.detail(own), await list.detail(stranger)];
  expect(kept?.courses).toEqual([{ course: 'MAPS101', waiting: false, decision: null, reason: '' }]);
  expect(gone?.registration).toMatchObject({ status: 'withdrawn', handling: 'withdrawn', handled_by: who });
  expect(await list.enrolments('2027-spring', now)).toEqual([
    { course: 'MAPS101', requested: 2, unconfirmed: 0, waiting: 0 },
  ]);
  expect((await log.page({ limit: 9 })).rows).toMatchObject([
    { id: line?.logId, action: 'registration-kept', who, subject: own, facts: { withdrawn: stranger } },
  ]);
  const rows = await store.query((db) =>
    db
      .selectFrom('outbox')
      .select(['about', 'kind', 'mail'])
      .where('kind', 'in', ['withdrawal-by-registrar', 'registration-places'])
      .orderBy('about')
      .execute(),
  );
  expect(rows.map(({ about, kind: sent }) => [about, sent]).sort()).toEqual(
    [
      [stranger, 'withdrawal-by-registrar'],
      [own, 'registration-places'],
    ].sort(),
  );
  for (const { about, mail } of rows) {
    const { to, text } = JSON.parse(mail ?? '{}') as OutgoingMail;
    expect(to.address).toBe(about === own ? 'ines@example.org' : 'stranger@example.org');
    expect(text).not.toMatch(about === own ? /stranger/ : /ines@|Inés/);
    expect(text).not.toContain(about === own ? stranger : own);
    expect(text.includes('/register/withdraw?token=')).toBe(about === own);
  }
});

test('keep gives a lapsed registration the seats of the others and free seats permanently', async ({
  store,
  conflicts,
  list,
  submissions,
}) => {
  const later = now + 3 * 24 * 60 * 60 * 1000;
  const courses = ['LAND401', 'MAPS101', 'SOIL201'];
  const own = await register(store, { courses });
  const stranger = await register(store, { email: 'stranger@example.org', at: later });
  await register(store, { studentNumber: 'LK-000002', email: 'bo@example.org', at: later });

  await conflicts.keep(own, {
    others: [stranger],
    seats: seatsFor({ SOIL201: 0 }),
    who,
    now: later,
    mailsFor,
  });

  const detail = await list.detail(own);
  expect(detail).toMatchObject({ heldUntil: null, registration: { confirmed_at: null } });
  expect(detail?.courses).toEqual([
    { course: 'LAND401', waiting: false, decision: null, reason: '' },
    { course: 'MAPS101', waiting: false, decision: null, reason: '' },
    { course: 'SOIL201', waiting: true, decision: null, reason: '' },
  ]);
  const muchLater = later + 10 * 24 * 60 * 60 * 1000;
  expect(await list.enrolments('2027-spring', muchLater)).toEqual(
    courses.map((course) => ({
      course,
      requested: 1,
      unconfirmed: 0,
      waiting: Number(course === 'SOIL201'),
    })),
  );
  expect(await submissions.confirm(own, { now: muchLater, seats: {}, lateMailsFor: () => [] })).toEqual([
    'SOIL201',
  ]);
});

test('when two registrars keep different registrations at the same time, only one is withdrawn', async ({
  store,
  database,
  list,
}) => {
  const both = [store, await database.open()].map(createRegistrationConflicts);
  const own = await register(store);
  const stranger = await register(store, { email: 'stranger@example.org' });

  const lines = await Promise.all([
    both[0]!.keep(own, { others: [stranger], seats, who, now, mailsFor }),
    both[1]!.keep(stranger, { others: [own], seats, who, now, mailsFor }),
  ]);

  expect(lines.filter((line) => line !== undefined)).toHaveLength(1);
  const { rows } = await list.page({ handling: 'withdrawn' }, { limit: 9 });
  expect(rows).toHaveLength(1);
});

test('keep is refused if another registration arrived after the page was shown', async ({
  store,
  conflicts,
  list,
}) => {
  const own = await register(store);
  const first = await register(store, { email: 'stranger@example.org' });
  const unseen = await register(store, { email: 'third@example.org' });

  const line = await conflicts.keep(own, { others: [first], seats, who, now, mailsFor });
  const none = await conflicts.keep(own, { others: [], seats, who, now, mailsFor });

  expect([line, none]).toEqual([undefined, undefined]);
  for (const reference of [own, first, unseen]) {
    expect((await list.detail(reference))?.registration.status).toBe('requested');
  }
});

test('deletePerson leaves the other registration of the conflict', async ({
  store,
  actions,
  list,
  conflicts,
}) => {
  const own = await register(store);
  const stranger = await register(store, { email: 'stranger@example.org' });

  await actions.deletePerson('Stranger@example.org', { who, now });

  expect(await list.detail(stranger)).toBeUndefined();
  const { registration } = (await list.detail(own))!;
  expect(await conflicts.of(registration)).toEqual([]);
});

testOnPostgres(
  'a seat of a registration that is withdrawn while staff keep another is not given twice',
  async ({ store, conflicts, list, submissions }) => {
    const stranger = await register(store, { email: 'stranger@example.org', at: now - 2 });
    await register(store, { studentNumber: 'LK-000002', email: 'bo@example.org', at: now - 1 });
    const own = await register(store);
    const begun = Promise.withResolvers<undefined>();
    const rest = Promise.withResolvers<undefined>();
    const withdrawn = store.transaction(async (tx) => {
      await tx
        .updateTable('registrations')
        .set({ status: 'withdrawn', live: 0 })
        .where('reference', '=', stranger)
        .execute();
      begun.resolve(undefined);
      await rest.promise;
    });
    await begun.promise;

    const keeping = conflicts.keep(own, { others: [stranger], seats: seatsFor({}), who, now, mailsFor });
    await untilBlocked(store);
    const canBeLocked = await store.transaction((tx) =>
      tx
        .selectFrom('registrations')
        .select('reference')
        .where('reference', '=', own)
        .forUpdate()
        .skipLocked()
        .execute(),
    );
    rest.resolve(undefined);
    await withdrawn;

    expect(await keeping).toBeUndefined();
    expect(canBeLocked).toEqual([{ reference: own }]);
    expect((await list.detail(own))?.courses).toMatchObject([{ waiting: true }]);
    expect(await submissions.confirm(own, { now, seats: {}, lateMailsFor: () => [] })).toEqual(['MAPS101']);
  },
);
