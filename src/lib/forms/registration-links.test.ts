import { expect, test } from 'vitest';
import { catalogueData } from '#test/stand-ins/catalogue.ts';
import { registeringAt, tokens } from '#test/stand-ins/registering.ts';
import { storeKinds, useStores } from '#test/stand-ins/stores.ts';
import { registrationConfirmed } from '#lib/i18n/en/forms.ts';
import type { ApiError } from '#lib/http/api-error.ts';
import type { Store } from '#lib/store/open.ts';
import { createOutbox } from '#lib/store/mail/outbox.ts';
import { createRegistrationList } from '#lib/store/forms/registration-list.ts';
import { createCatalogue } from './catalogue.ts';
import { confirmRegistration, withdrawRegistration } from './registration-links.ts';
import { acceptRegistration } from './registration.ts';

const stores = useStores();
const start = new Date('2026-11-21T12:00:00Z');
const hours = (count: number) => new Date(start.getTime() + count * 3_600_000);
let number = 0;

/** Registers a new student. `MAPS101` has two seats. */
function register(store: Store, now = start, courses = ['MAPS101']) {
  number += 1;
  return acceptRegistration(
    {
      studentNumber: `LK-${100_000 + number}`,
      givenName: 'Ines',
      familyName: 'Calder',
      email: `ines${number}@example.org`,
      term: '2027-spring',
      courses,
    },
    registeringAt(now, store),
  );
}

function confirm(store: Store, reference: string, now: Date) {
  return confirmRegistration(tokens.sign('confirm-registration', reference), registeringAt(now, store));
}

function withdraw(store: Store, reference: string, now: Date) {
  return withdrawRegistration(tokens.sign('withdraw', reference), registeringAt(now, store));
}

/** Marks all queued emails as sent, as the mail worker does. */
async function sendMail(store: Store, now: Date): Promise<void> {
  const outbox = createOutbox(store);
  const lease = { holder: 'test', until: now.getTime() + 1_000 };
  const claimed = await outbox.claim(lease, { now: now.getTime(), limit: 500 });
  for (const { id } of claimed) await outbox.markSent(id, { holder: 'test', now: now.getTime() });
}

const kindsAbout = async (store: Store, reference: string) =>
  ((await createRegistrationList(store).detail(reference))?.mails ?? []).map(({ kind }) => kind).sort();

for (const kind of storeKinds) {
  test(`${kind}: unconfirmed registrations hold their seats for 48 hours after their email was sent`, async () => {
    const store = await stores.open(kind);
    for (let index = 0; index < 60; index += 1) await register(store);
    await sendMail(store, hours(1));

    const during = await register(store, hours(48.9));
    const after = await register(store, hours(49.1));

    expect(during.waitingList).toEqual(['MAPS101']);
    expect(after.waitingList).toEqual([]);
  });

  test(`${kind}: a confirmation in time keeps the seat, and a second one changes nothing`, async () => {
    const store = await stores.open(kind);
    const { reference } = await register(store);
    await sendMail(store, start);

    const first = await confirm(store, reference, hours(47));
    const again = await confirm(store, reference, hours(900));
    await register(store, hours(901));
    const third = await register(store, hours(901));

    expect(first).toEqual({ reference, seats: ['MAPS101'], waitingList: [] });
    expect(again).toEqual(first);
    expect(third.waitingList).toEqual(['MAPS101']);
    expect(await kindsAbout(store, reference)).toEqual(['registration-notice', 'registration-receipt']);
  });

  test(`${kind}: a late confirmation gets a free seat or a place on the waiting list, and an email says which`, async () => {
    const store = await stores.open(kind);
    const [first, second, third] = [await register(store), await register(store), await register(store)];
    await sendMail(store, start);
    const newcomer = await register(store, hours(50));
    await confirm(store, newcomer.reference, hours(50));

    const results = [];
    for (const { reference } of [third, first, second]) {
      results.push(await confirm(store, reference, hours(51)));
    }

    expect(newcomer.waitingList).toEqual([]);
    expect(results.map(({ waitingList }) => waitingList)).toEqual([[], ['MAPS101'], ['MAPS101']]);
    expect(await kindsAbout(store, first.reference)).toEqual([
      'registration-notice',
      'registration-places',
      'registration-places-notice',
      'registration-receipt',
    ]);
    const [row] = await store.query((db) =>
      db
        .selectFrom('outbox')
        .select('mail')
        .where('kind', '=', 'registration-places')
        .where('about', '=', third.reference)
        .execute(),
    );
    expect(row?.mail).toContain('MAPS101 Course MAPS101\\nSeat: Held');
  });

  test(`${kind}: concurrent late confirmations on two instances never share a seat`, async () => {
    const database = await stores.create(kind);
    const both = [await database.open(), await database.open()];
    const registered = [];
    for (let index = 0; index < 8; index += 1) registered.push(await register(both[0]!));

    const results = await Promise.all(
      registered.flatMap(({ reference }, index) => [
        confirm(both[index % 2]!, reference, hours(60)),
        confirm(both[(index + 1) % 2]!, reference, hours(60)),
      ]),
    );

    const seated = results.filter(({ waitingList }) => waitingList.length === 0);
    expect(new Set(seated.map(({ reference }) => reference)).size).toBe(2);
    expect(seated).toHaveLength(4);
    const list = createRegistrationList(both[0]!);
    expect(await list.enrolments('2027-spring', hours(999).getTime())).toEqual([
      { course: 'MAPS101', requested: 8, unconfirmed: 0, waiting: 6 },
    ]);
  });

  test(`${kind}: the email about a withdrawal says which registrations of the person stay`, async () => {
    const store = await stores.open(kind);
    const person = {
      studentNumber: 'LK-555000',
      givenName: 'Ines',
      familyName: 'Calder',
      email: 'stays@example.org',
      term: '2027-spring',
    };
    const add = async (more: object) => {
      const payload = { ...person, courses: ['SOIL201'], ...more };
      const { reference } = await acceptRegistration(payload, registeringAt(start, store));
      await confirm(store, reference, start);
      return reference;
    };
    const gone = await add({});
    const stays = await add({ courses: ['MAPS101'] });
    const foreign = await add({ courses: ['LAND401'], email: 'other@example.org' });

    await withdraw(store, gone, hours(1));

    const [row] = await store.query((db) =>
      db.selectFrom('outbox').select('mail').where('kind', '=', 'withdrawal-receipt').execute(),
    );
    expect(row?.mail).toContain('Your other registrations for this term stay as they are:');
    expect(row?.mail).toContain(`MAPS101 Course MAPS101\\nReference: ${stays}\\nDecision: Not decided yet`);
    expect(row?.mail).not.toContain(foreign);
  });

  test(`${kind}: a registration that is confirmed and withdrawn concurrently on two instances is withdrawn, with one email`, async () => {
    const database = await stores.create(kind);
    const both = [await database.open(), await database.open()];
    const registered = [await register(both[0]!), await register(both[0]!)];

    const uses = registered.flatMap(({ reference }) =>
      both.flatMap((store) => [
        confirm(store, reference, hours(1)),
        withdraw(store, reference, hours(1)),
        withdraw(store, reference, hours(1)),
      ]),
    );
    const results = await Promise.allSettled(uses);

    const refusals = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as ApiError).code] : [],
    );
    expect(refusals.filter((code) => code !== 'INVALID_REQUEST')).toEqual([]);
    for (const { reference } of registered) {
      const detail = await createRegistrationList(both[0]!).detail(reference);
      expect(detail?.registration.status).toBe('withdrawn');
      expect(await kindsAbout(both[0]!, reference)).toEqual([
        'registration-notice',
        'registration-receipt',
        'withdrawal-notice',
        'withdrawal-receipt',
      ]);
    }
    expect((await register(both[1]!, hours(2))).waitingList).toEqual([]);
  });

  test(`${kind}: while its email is unsent, a registration holds its seat for 48 hours after it was received`, async () => {
    const store = await stores.open(kind);
    for (let index = 0; index < 2; index += 1) await register(store);

    const during = await register(store, hours(47.9));
    await sendMail(store, hours(48.1));
    const after = await register(store, hours(48.2));

    expect(during.waitingList).toEqual(['MAPS101']);
    expect(after.waitingList, 'an email sent after the hold has lapsed does not restore it').toEqual([]);
  });

  test(`${kind}: enrolments counts unconfirmed seats until they lapse`, async () => {
    const store = await stores.open(kind);
    const { reference } = await register(store);
    await register(store);
    await confirm(store, reference, hours(1));
    const list = createRegistrationList(store);
    const count = (at: number) => list.enrolments('2027-spring', hours(at).getTime());

    const early = await count(2);
    const late = await count(49);

    expect(early).toEqual([{ course: 'MAPS101', requested: 2, unconfirmed: 1, waiting: 0 }]);
    expect(late).toEqual([{ course: 'MAPS101', requested: 1, unconfirmed: 0, waiting: 0 }]);
    const filtered = await list.page({ email: 'confirmed' }, { limit: 9 });
    expect(filtered.rows.map((row) => row.reference)).toEqual([reference]);
    expect((await list.page({ email: 'unconfirmed' }, { limit: 9 })).rows).toHaveLength(1);
  });
}

test('confirmRegistration refuses forged links, links for another purpose, withdrawn registrations and past terms', async () => {
  const store = await stores.open('sqlite');
  const { reference } = await register(store);
  const refused = { code: 'INVALID_REQUEST' };
  const later = { ...registeringAt(start, store), catalogue: createCatalogue(catalogueData, '2027-04-03') };

  for (const token of ['x', tokens.sign('withdraw', reference), tokens.sign('confirm', reference)]) {
    await expect(confirmRegistration(token, registeringAt(start, store))).rejects.toMatchObject(refused);
  }
  const token = tokens.sign('confirm-registration', reference);
  await expect(confirmRegistration(token, later)).rejects.toMatchObject(refused);
  await withdrawRegistration(tokens.sign('withdraw', reference), registeringAt(start, store));
  await expect(confirm(store, reference, hours(1))).rejects.toMatchObject(refused);

  const { registration } = (await createRegistrationList(store).detail(reference))!;
  expect(registration.confirmed_at).toBeNull();
});

test('if email is not set up, a registration counts as confirmed and keeps its seat', async () => {
  const store = await stores.open('sqlite');
  const payload = { givenName: 'Ines', familyName: 'Calder', term: '2027-spring', courses: ['MAPS101'] };
  for (const studentNumber of ['LK-000001', 'LK-000002']) {
    const email = `${studentNumber}@example.org`;
    await acceptRegistration(
      { ...payload, studentNumber, email },
      { ...registeringAt(start, store), letters: undefined },
    );
  }

  const late = await register(store, hours(400));

  expect(late.waitingList).toEqual(['MAPS101']);
});

test('the confirmation names the courses with a seat and those on the waiting list', () => {
  const text = registrationConfirmed({ reference: 'R-1', seats: ['SOIL201'], waitingList: ['MAPS101'] });

  expect(text).toMatch(/R-1 is confirmed.*seat.*SOIL201.*waiting list for MAPS101/);
});
