import { expect, test } from 'vitest';
import {
  decide,
  now,
  openDesk,
  readMails,
  readPlaces,
  register,
  who,
} from '#test/stand-ins/decisions-desk.ts';
import { storeKinds, useStores } from '#test/stand-ins/stores.ts';
import { undoPeriod } from './undo-batch.ts';

const stores = useStores();

test.each(storeKinds)('%s: undoing restores seats and handling, and drops the emails', async (kind) => {
  const desk = await openDesk(stores, kind);
  const references = await register(desk, 3);
  const before = await readPlaces(desk);
  const { batch } = await decide(desk, { references, decision: 'refused' });

  await desk.decisions.undo(batch, { who, now: now + 20_000, seats: () => 3 });

  expect(await readPlaces(desk)).toEqual(before);
  expect((await readMails(desk)).map(({ status }) => status)).toEqual(['dropped', 'dropped', 'dropped']);
  expect(await desk.decisions.findBatch(batch)).toMatchObject({ by: who, isUndone: true });
});

test.each(storeKinds)(
  '%s: a decision can’t be undone later, or when someone else has the seat',
  async (kind) => {
    const desk = await openDesk(stores, kind);
    const [first = '', second = ''] = await register(desk, 2);
    await decide(desk, { references: [second], decision: 'waiting' });
    const { batch } = await decide(desk, { references: [first], decision: 'refused', at: now + 20_000 });

    const late = desk.decisions.undo(batch, { who, now: now + 20_001 + undoPeriod, seats: () => 1 });
    await expect(late).rejects.toMatchObject({ message: 'It is too late to undo this.' });
    await decide(desk, { references: [second], decision: 'place', seats: 1, at: now + 25_000 });
    const taken = desk.decisions.undo(batch, { who, now: now + 30_000, seats: () => 1 });
    await expect(taken).rejects.toMatchObject({ code: 'INVALID_REQUEST' });

    expect((await readPlaces(desk)).map(({ decision }) => decision)).toEqual(['refused', 'place']);
    expect((await readMails(desk)).map(({ status }) => status)).toEqual(['queued', 'queued', 'queued']);
  },
);

test.each(storeKinds)('%s: an undo that takes no seat works in an overfull course', async (kind) => {
  const desk = await openDesk(stores, kind);
  const [first = '', second = ''] = await register(desk, 2);
  const seats = () => 1;

  const placed = await decide(desk, { references: [first], decision: 'place' });
  await desk.decisions.undo(placed.batch, { who, now: now + 20_000, seats });
  const refused = await decide(desk, { references: [second], decision: 'refused' });
  const takesSeat = desk.decisions.undo(refused.batch, { who, now: now + 20_000, seats });

  await expect(takesSeat).rejects.toMatchObject({
    message: 'This can’t be undone: someone has a seat or has withdrawn since.',
  });
  expect((await readPlaces(desk)).map(({ decision }) => decision)).toEqual([null, 'refused']);
});

test.each(storeKinds)('%s: undoing a batch leaves a newer decision and its email', async (kind) => {
  const desk = await openDesk(stores, kind);
  const references = await register(desk, 2);
  const [first = ''] = references;
  const both = await decide(desk, { references, decision: 'waiting' });
  const newer = await decide(desk, { references: [first], decision: 'refused', at: now + 11_000 });

  await desk.decisions.undo(both.batch, { who, now: now + 12_000, seats: () => 9 });
  const batch = await desk.decisions.findBatch(both.batch);
  const again = desk.decisions.undo(both.batch, { who, now: now + 13_000, seats: () => 9 });

  await expect(again).rejects.toMatchObject({ message: 'This can’t be undone: there is a newer decision.' });
  expect(batch).toMatchObject({ isUndone: false, rows: [{ isUndone: false }, { isUndone: true }] });
  expect((await readPlaces(desk)).map(({ decision, active }) => [decision, active])).toEqual([
    ['refused', 0],
    [null, 1],
  ]);
  expect((await readMails(desk)).map(({ status }) => status)).toEqual(['queued', 'dropped', 'queued']);

  await desk.decisions.undo(newer.batch, { who, now: now + 14_000, seats: () => 9 });
  await desk.decisions.undo(both.batch, { who, now: now + 15_000, seats: () => 9 });
  expect((await readPlaces(desk)).map(({ decision, handling }) => [decision, handling])).toEqual([
    [null, 'new'],
    [null, 'new'],
  ]);
});
