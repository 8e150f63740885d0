import { expect } from 'vitest';
import { type Stores, testOnStores } from '#test/stand-ins/stores.ts';
import { createEndedSessions } from './ended-sessions.ts';
import type { Store } from '#lib/store/open.ts';
import { sweep } from '#lib/store/retention.ts';
import { createStaffLog } from './staff-log.ts';

const test = testOnStores(openTwo);
const day = 24 * 60 * 60 * 1000;
const retentionDays = {
  registrations: 400,
  applications: 400,
  enquiries: 400,
  pendingSignups: 30,
  unsubscribedSignups: 365,
  mails: 30,
  heldMails: 7,
  staffLog: 730,
  insights: 90,
};

/** Two instances on one database. */
async function openTwo(stores: Stores, kind: Store['kind']) {
  const database = await stores.create(kind);
  const [first, second] = [await database.open(), await database.open()];
  return { first: createEndedSessions(first), second: createEndedSessions(second), store: first };
}

const ann = { id: 'one', member: 'ann@example.org', epoch: undefined };

test('isEnded is true on all instances for an ended session, and false for others', async ({
  first,
  second,
}) => {
  await Promise.all([first.end('one'), first.end('one'), second.end('one')]);

  expect(await second.isEnded(ann)).toBe(true);
  expect(await second.isEnded({ ...ann, id: 'two' })).toBe(false);
});

test("endAll ends a member's earlier sessions only, and is logged", async ({ first, second, store }) => {
  const bob = { id: 'two', member: 'bob@example.org', epoch: undefined };

  const line = await first.endAll('Ann@Example.org', { who: 'ruth@example.org' });
  const epoch = await second.epochOf('ann@example.org');
  const later = { ...ann, id: 'three', epoch };

  expect([await second.isEnded(ann), await second.isEnded(later), await second.isEnded(bob)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(await createStaffLog(store).find(line)).toMatchObject({
    who: 'ruth@example.org',
    action: 'sessions-ended',
    subject: 'ann@example.org',
  });
  await second.endAll('ann@example.org', { who: 'ruth@example.org' });
  expect(await first.isEnded(later)).toBe(true);
});

test('sweep deletes sessions that were ended two days ago', async ({ first, store }) => {
  const now = Date.now();
  await first.end('old', now - 2 * day - 1);
  await first.end('recent', now - 2 * day + 60_000);

  const { endedSessions } = await sweep({ store, retentionDays, now: new Date(now) });

  expect(endedSessions).toBe(1);
  expect(await first.isEnded({ ...ann, id: 'recent' })).toBe(true);
});
