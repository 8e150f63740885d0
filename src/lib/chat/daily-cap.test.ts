import { expect, test } from 'vitest';
import { createDailyCap, nextMidnight } from './daily-cap.ts';

const timeZone = 'Europe/London';

test.each([
  ['2026-11-21T15:00:00Z', '2026-11-22T00:00:00Z'],
  ['2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z'],
  // Summer time, and days of 23 and 25 hours.
  ['2026-07-01T22:59:59Z', '2026-07-01T23:00:00Z'],
  ['2026-03-29T00:00:00Z', '2026-03-29T23:00:00Z'],
  ['2026-10-24T23:00:00Z', '2026-10-26T00:00:00Z'],
])('nextMidnight after %s is %s', (instant, midnight) => {
  expect(nextMidnight(timeZone, new Date(instant)).toISOString()).toBe(midnight.replace('Z', '.000Z'));
});

function createCap(limit: number | undefined) {
  const counts = new Map<string, number>();
  const clock = { now: new Date('2026-11-21T23:00:00Z') };
  const take = createDailyCap({
    limit,
    timeZone,
    now: () => clock.now,
    count: async (day) => {
      counts.set(day, (counts.get(day) ?? 0) + 1);
      return counts.get(day) ?? 0;
    },
  });
  return { take, clock, counts };
}

test('a call over the daily limit is rejected until the next day', async () => {
  const { take, clock } = createCap(2);
  await take();
  await take();

  const refused = take();

  await expect(refused).rejects.toMatchObject({
    code: 'CHAT_UNAVAILABLE',
    status: 503,
    message: expect.stringContaining('22 November'),
    headers: { 'Retry-After': '3600' },
  });
  clock.now = new Date('2026-11-22T00:00:01Z');
  await expect(take()).resolves.toBeUndefined();
});

test('without a limit no call is counted', async () => {
  const { take, counts } = createCap(undefined);

  await take();

  expect(counts.size).toBe(0);
});
