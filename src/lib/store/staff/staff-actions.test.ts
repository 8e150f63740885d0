import { expect } from 'vitest';
import { type Stores, testOnStores } from '#test/stand-ins/stores.ts';
import { emailKey } from '#lib/forms/text-fields.ts';
import type { Store } from '#lib/store/open.ts';
import { createOutbox, type OutgoingMail } from '#lib/store/mail/outbox.ts';
import { createRegistrationList } from '#lib/store/forms/registration-list.ts';
import { createRegistrations } from '#lib/store/forms/registrations.ts';
import { createSignupList } from '#lib/store/forms/signup-list.ts';
import { createSignups } from '#lib/store/forms/signups.ts';
import { undoPeriod } from '#lib/store/forms/undo-batch.ts';
import { createStaffActions } from './staff-actions.ts';
import { createStaffLog } from './staff-log.ts';

const test = testOnStores(open);
const now = Date.parse('2026-11-21T09:30:00Z');
const who = 'ann@staff.example';

async function open(stores: Stores, kind: Store['kind']) {
  const store = await stores.open(kind);
  return {
    store,
    actions: createStaffActions(store, { emailKey }),
    list: createRegistrationList(store),
    log: createStaffLog(store),
  };
}

function letter(about: string, address: string, kind = 'registration-receipt'): OutgoingMail {
  return { kind, about, to: { name: '', address }, subject: 's', text: 't', html: 'h' };
}

let number = 0;

async function register(store: Store, email: string): Promise<string> {
  number += 1;
  const reference = `R-${String(number).padStart(4, '0')}-AAAA`;
  await createRegistrations(store).insertOnce(
    {
      studentNumber: `LK${number}`,
      givenName: 'Ana',
      familyName: 'Ng',
      email,
      emailKey: emailKey(email) ?? '',
      term: 't',
      courses: ['SOIL201'],
      note: null,
      receivedAt: now,
    },
    {
      seats: {},
      sameWithin: 0,
      needsConfirmation: false,
      createReference: () => reference,
      mailsFor: () => [
        letter(reference, email),
        letter(reference, 'registrar@staff.example', 'registration-notice'),
      ],
    },
  );
  return reference;
}

async function signUp(store: Store, email: string): Promise<void> {
  const key = emailKey(email) ?? '';
  await createSignups(store).record(
    { email, emailKey: key, name: null, interests: [] },
    { now, mailEvery: 0, mailFor: ({ id }) => letter(id, email, 'signup-confirm') },
  );
}

test('setHandling refuses the second of two concurrent changes', async ({ store, actions, list, log }) => {
  const reference = await register(store, 'ana@example.org');

  const results = await Promise.all([
    actions.setHandling(reference, { from: 'new', to: 'in-progress', who: 'a', now }),
    actions.setHandling(reference, { from: 'new', to: 'done', who: 'b', now: now + 1 }),
  ]);

  const { registration } = (await list.detail(reference))!;
  expect(results.filter((id) => id !== undefined)).toHaveLength(1);
  const entries = await log.about(reference);
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ who: registration.handled_by, facts: { to: registration.handling } });
});

test('setHandling answers a second click of the same person, and writes nothing again', async ({
  store,
  actions,
  log,
}) => {
  const reference = await register(store, 'ana@example.org');
  const set = (by: string, at: number) =>
    actions.setHandling(reference, { from: 'new', to: 'in-progress', who: by, now: at });

  const first = await set(who, now);

  expect(await set(who, now + 200)).toEqual({});
  expect(await set('bob@staff.example', now + 300)).toBeUndefined();
  expect(await set(who, now + undoPeriod)).toBeUndefined();
  expect((await log.about(reference)).map(({ id }) => id)).toEqual([first?.logId]);
});

test('setHandling refuses a withdrawn registration', async ({ store, actions, log }) => {
  const reference = await register(store, 'ana@example.org');
  await createRegistrations(store).withdraw(reference, { now, mails: [] });

  const id = await actions.setHandling(reference, { from: 'withdrawn', to: 'done', who, now });

  expect([id, await log.about(reference)]).toEqual([undefined, []]);
});

test('sendAgain replaces a parked email', async ({ store, actions, list }) => {
  const reference = await register(store, 'ana@example.org');
  const outbox = createOutbox(store);
  const [claimed] = (await outbox.claim({ holder: 'w', until: now + 1 }, { now, limit: 9 })).filter(
    ({ mail }) => mail.kind === 'registration-receipt',
  );
  await outbox.markFailed(claimed!.id, { holder: 'w', error: 'E 550', retryAt: null });

  await actions.sendAgain(letter(reference, 'ana@example.org'), { who, now: now + 10 });

  const { mails } = (await list.detail(reference))!;
  const receipts = mails.filter((mail) => mail.kind === 'registration-receipt');
  expect(receipts.map(({ status, last_error }) => [status, last_error])).toEqual([
    ['dropped', 'E 550'],
    ['queued', null],
  ]);
  expect(await outbox.claim({ holder: 'x', until: now + 99 }, { now: now + 20, limit: 9 })).toMatchObject([
    { mail: { about: reference } },
    { mail: { about: reference } },
  ]);
});

test('deletePerson deletes all data of a person, in any spelling of the address, and no data of others', async ({
  store,
  actions,
  list,
  log,
}) => {
  const theirs = [await register(store, 'Ana@Example.org'), await register(store, 'ana@example.ORG')];
  const others = [await register(store, 'ana@example.org.uk'), await register(store, 'bob@example.org')];
  await signUp(store, 'ANA@example.org');
  await signUp(store, 'bob@example.org');

  const counted = await actions.countPerson('ana@example.org');
  const id = await actions.deletePerson('ana@example.org', { who, now });

  expect(counted).toEqual({ registrations: 2, notes: 0, submissions: 0, signups: 1, mails: 5 });
  expect(await actions.countPerson('ana@example.org')).toEqual({
    registrations: 0,
    notes: 0,
    submissions: 0,
    signups: 0,
    mails: 0,
  });
  for (const reference of theirs) expect(await list.detail(reference)).toBeUndefined();
  for (const reference of others) expect((await list.detail(reference))?.mails).toHaveLength(2);
  expect((await list.page({ text: 'ana@example.org' }, { limit: 9 })).rows).toHaveLength(1);
  expect(await list.enrolments('t', now)).toMatchObject([{ requested: 2 }]);
  expect((await createSignupList(store).page('pending', { limit: 9 })).rows).toHaveLength(1);
  const entry = await log.find(id);
  expect(entry).toMatchObject({ action: 'person-deleted', who, facts: counted });
  expect(JSON.stringify(entry)).not.toMatch(/ana/i);
  const left = await store.query((db) => db.selectFrom('outbox').select('mail').execute());
  expect(JSON.stringify(left)).not.toMatch(/ana@example.org"/i);
});

test('paging returns each sign-up once, even if all have the same timestamp', async ({ store }) => {
  for (const name of 'abcdefg') await signUp(store, `${name}@example.org`);
  const list = createSignupList(store);

  const first = await list.page('pending', { limit: 3 });
  const cursor = (row: { updated_at: number; id: string }) => ({ at: row.updated_at, id: row.id });
  const second = await list.page('pending', {
    limit: 3,
    cursor: { ...cursor(first.rows.at(-1)!), towards: 'older' },
  });
  const third = await list.page('pending', {
    limit: 3,
    cursor: { ...cursor(second.rows.at(-1)!), towards: 'older' },
  });

  const all = [...first.rows, ...second.rows, ...third.rows];
  expect(new Set(all.map(({ email }) => email)).size).toBe(7);
  expect([first.hasOlder, second.hasOlder, third.hasOlder]).toEqual([true, true, false]);
  expect(await list.counts()).toEqual({ confirmed: 0, pending: 7, unsubscribed: 0 });
});
