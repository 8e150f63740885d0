import { expect } from 'vitest';
import { newDatabase, newStore, testOnStores } from '#test/stand-ins/stores.ts';
import { emailKey } from '#lib/forms/text-fields.ts';
import { createHeldMail } from './held-mail.ts';
import type { Store } from '#lib/store/open.ts';
import { createOutbox, enqueue, type OutgoingMail } from './outbox.ts';
import { sweep } from '#lib/store/retention.ts';
import { createStaffActions } from '#lib/store/staff/staff-actions.ts';
import { createStaffLog } from '#lib/store/staff/staff-log.ts';

const test = testOnStores(newStore);
const testOnDatabases = testOnStores(newDatabase);
const hour = 60 * 60 * 1000;
const day = 24 * hour;
const now = Date.parse('2026-11-21T09:30:00Z');
const who = 'ann@staff.example';
const retentionDays = {
  registrations: 900,
  applications: 400,
  enquiries: 400,
  pendingSignups: 900,
  unsubscribedSignups: 900,
  mails: 900,
  heldMails: 7,
  staffLog: 900,
  insights: 900,
};

function letter(address: string, more: Partial<OutgoingMail> = {}): OutgoingMail {
  const text = '?token=live';
  return { kind: 'receipt', about: 'R-1', to: { name: '', address }, subject: 's', text, html: 'h', ...more };
}

function put(store: Store, mails: readonly OutgoingMail[], at = now): Promise<void> {
  return store.transaction((tx) => enqueue(tx, mails, { store, now: at }));
}

async function statuses(store: Store): Promise<string[]> {
  const rows = await store.query((db) => db.selectFrom('outbox').selectAll().orderBy('id').execute());
  return rows.map(({ status }) => status);
}

test('the fourth email of a kind to a mailbox within 24 hours is held', async (store) => {
  for (const address of ['ana@example.org', 'ANA@example.org', 'ana+x@EXAMPLE.org', 'ana+y@example.org']) {
    await put(store, [letter(address)]);
  }
  await put(store, [letter('ana@example.org', { kind: 'withdrawal' }), letter('bob@example.org')]);
  await put(store, [letter('ana@example.org')], now + day - 1);
  await put(store, [letter('ana@example.org')], now + day);

  expect(await statuses(store)).toEqual([
    'queued',
    'queued',
    'queued',
    'held',
    'queued',
    'queued',
    'held',
    'queued',
  ]);
});

testOnDatabases(
  'of forty concurrent emails from two instances to one mailbox, three are queued',
  async (database) => {
    const both = [await database.open(), await database.open()];

    await Promise.all(
      Array.from({ length: 40 }, (_, index) => put(both[index % 2]!, [letter(`ana+${index}@example.org`)])),
    );

    expect((await statuses(both[0]!)).toSorted()).toEqual([
      ...Array.from({ length: 37 }, () => 'held'),
      ...Array.from({ length: 3 }, () => 'queued'),
    ]);
  },
);

test('the cap applies to five emails to one mailbox in one transaction', async (store) => {
  await put(
    store,
    Array.from({ length: 5 }, () => letter('ana@example.org')),
  );

  expect((await statuses(store)).filter((status) => status === 'held')).toHaveLength(2);
});

test('emails to the office and emails sent by staff are not capped', async (store) => {
  const actions = createStaffActions(store, { emailKey });
  const office = letter('office@example.org', { about: 'R-9', isForOffice: true });

  await put(store, [office, office, office, office]);
  for (let count = 0; count < 4; count += 1) {
    await actions.sendAgain(letter('ana@example.org', { about: `R-${count}` }), { who, now });
  }

  expect(await statuses(store)).toEqual(Array.from({ length: 8 }, () => 'queued'));
});

test('held emails are listed, and can be released singly or up to the newest one shown', async (store) => {
  const actions = createStaffActions(store, { emailKey });
  const held = createHeldMail(store);
  const hold = (count: number, at: number) =>
    put(
      store,
      Array.from({ length: count }, () => letter('ana@example.org')),
      at,
    );
  await hold(6, now);
  const first = await held.list(2);
  await hold(1, now + hour);

  const one = await actions.releaseHeld({ id: first.mails[0]!.id }, { who, now });
  const again = await actions.releaseHeld({ id: first.mails[0]!.id }, { who, now });
  await actions.releaseHeld({ through: first.newest! }, { who, now });
  const left = await held.list(2);
  const due = await createOutbox(store).claim({ holder: 'w', until: now + 1 }, { now, limit: 99 });

  expect(first).toMatchObject({
    kinds: [{ kind: 'receipt', count: 3, since: now }],
    mails: [{ kind: 'receipt', about: 'R-1', address: 'ana@example.org', heldAt: now }, { about: 'R-1' }],
  });
  expect(again).toBeUndefined();
  expect(left.kinds).toEqual([{ kind: 'receipt', count: 1, since: now + hour }]);
  expect(due).toHaveLength(6);
  expect(due.every(({ mail }) => mail.text === '?token=live')).toBe(true);
  const log = createStaffLog(store);
  expect(await log.find(one!)).toMatchObject({
    who,
    action: 'held-mail-released',
    subject: 'R-1',
    facts: { mails: 1 },
  });
});

test('the content of a held email is deleted within seven days', async (store) => {
  await put(
    store,
    Array.from({ length: 4 }, () => letter('ana@example.org')),
  );
  await store.query((db) => db.deleteFrom('outbox').where('status', '=', 'queued').execute());
  const raw = async () =>
    JSON.stringify(await store.query((db) => db.selectFrom('outbox').selectAll().execute()));

  await sweep({ store, retentionDays, now: new Date(now + 6 * day - 1) });
  expect(await raw()).toContain('ana@example.org');
  await sweep({ store, retentionDays, now: new Date(now + 6 * day) });

  expect(await statuses(store)).toEqual(['dropped']);
  expect(await raw()).not.toMatch(/ana@|example|token/);
  expect(await createHeldMail(store).list(9)).toEqual({ mails: [], kinds: [], newest: undefined });
});
