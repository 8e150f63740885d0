import { expect } from 'vitest';
import {
  decide,
  now,
  openDesk,
  readMails,
  readPlaces,
  register,
  undo,
  who,
} from '#test/stand-ins/decisions-desk.ts';
import { testOnStores } from '#test/stand-ins/stores.ts';
import { undoPeriod } from './undo-batch.ts';

const test = testOnStores(openDesk);

test('undoing restores seats and handling, and drops the emails', async (desk) => {
  const references = await register(desk, 3);
  const before = await readPlaces(desk);
  const { batch } = await decide(desk, { references, decision: 'refused' });

  await undo(desk, { batch, seats: 3, at: now + 20_000 });

  expect(await readPlaces(desk)).toEqual(before);
  expect((await readMails(desk)).map(({ status }) => status)).toEqual(['dropped', 'dropped', 'dropped']);
  expect(await desk.decisions.findBatch(batch)).toMatchObject({ by: who, isUndone: true });
});

test('a decision can’t be undone later, or when someone else has the seat', async (desk) => {
  const [first = '', second = ''] = await register(desk, 2);
  await decide(desk, { references: [second], decision: 'waiting' });
  const { batch } = await decide(desk, { references: [first], decision: 'refused', at: now + 20_000 });

  const late = undo(desk, { batch, seats: 1, at: now + 20_001 + undoPeriod });
  await expect(late).rejects.toMatchObject({ message: 'It is too late to undo this.' });
  await decide(desk, { references: [second], decision: 'place', seats: 1, at: now + 25_000 });
  const taken = undo(desk, { batch, seats: 1, at: now + 30_000 });
  await expect(taken).rejects.toMatchObject({ code: 'INVALID_REQUEST' });

  expect((await readPlaces(desk)).map(({ decision }) => decision)).toEqual(['refused', 'place']);
  expect((await readMails(desk)).map(({ status }) => status)).toEqual(['dropped', 'queued', 'queued']);
});

test('an undo that takes no seat works in an overfull course', async (desk) => {
  const [first = '', second = ''] = await register(desk, 2);

  const placed = await decide(desk, { references: [first], decision: 'place' });
  await undo(desk, { batch: placed.batch, seats: 1, at: now + 20_000 });
  const refused = await decide(desk, { references: [second], decision: 'refused' });
  const takesSeat = undo(desk, { batch: refused.batch, seats: 1, at: now + 20_000 });

  await expect(takesSeat).rejects.toMatchObject({
    message: 'This can’t be undone: someone has a seat or has withdrawn since.',
  });
  expect((await readPlaces(desk)).map(({ decision }) => decision)).toEqual([null, 'refused']);
});

test('undoing a batch leaves a newer decision and its email', async (desk) => {
  const references = await register(desk, 2);
  const [first = ''] = references;
  const both = await decide(desk, { references, decision: 'waiting' });
  const newer = await decide(desk, { references: [first], decision: 'refused', at: now + 11_000 });

  await undo(desk, { batch: both.batch, seats: 9, at: now + 12_000 });
  const batch = await desk.decisions.findBatch(both.batch);
  const again = undo(desk, { batch: both.batch, seats: 9, at: now + 13_000 });

  await expect(again).rejects.toMatchObject({ message: 'This can’t be undone: there is a newer decision.' });
  expect(batch).toMatchObject({ isUndone: false, rows: [{ isUndone: false }, { isUndone: true }] });
  expect((await readPlaces(desk)).map(({ decision, active }) => [decision, active])).toEqual([
    ['refused', 0],
    [null, 1],
  ]);
  expect((await readMails(desk)).map(({ status }) => status)).toEqual(['dropped', 'dropped', 'queued']);

  await undo(desk, { batch: newer.batch, seats: 9, at: now + 14_000 });
  const restored = (await readMails(desk)).at(-1);
  expect(restored).toMatchObject({ about: first, status: 'queued', dueIn: 10_000 + undoPeriod });
  expect(restored?.text).toContain('You are on the waiting list');
  await undo(desk, { batch: both.batch, seats: 9, at: now + 15_000 });
  expect((await readPlaces(desk)).map(({ decision, handling }) => [decision, handling])).toEqual([
    [null, 'new'],
    [null, 'new'],
  ]);
});

test('an undo sends no second email about a decision that was sent', async (desk) => {
  const references = await register(desk, 1);
  await decide(desk, { references, decision: 'waiting' });
  await desk.store.query((db) => db.updateTable('outbox').set({ status: 'sent' }).execute());
  const { batch } = await decide(desk, { references, decision: 'refused', at: now + 60_000 });

  await undo(desk, { batch, at: now + 70_000 });

  expect((await readMails(desk)).map(({ status }) => status)).toEqual(['sent', 'dropped']);
});

test('two clicks on Undo take a batch back once', async (desk) => {
  const references = await register(desk, 2);
  const { batch } = await decide(desk, { references, decision: 'place' });

  const both = await Promise.allSettled([
    undo(desk, { batch, at: now + 20_000 }),
    undo(desk, { batch, at: now + 20_000 }),
  ]);

  const logged = await desk.store.query((db) =>
    db.selectFrom('staff_log').select('id').where('action', '=', 'decision-undone').execute(),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(logged).toHaveLength(1);
});
