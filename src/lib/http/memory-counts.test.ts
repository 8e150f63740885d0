import { expect, test } from 'vitest';
import { createMemoryCounts } from './memory-counts.ts';

function counting(capacity?: number) {
  const clock = { time: 1000 };
  const counts = createMemoryCounts({
    milliseconds: 100,
    now: () => clock.time,
    ...(capacity !== undefined && { capacity }),
  });
  return { clock, counts };
}

test('counts until the window ends, then starts a new window', () => {
  const { clock, counts } = counting();
  counts.add('a');
  clock.time = 1099;
  expect({ ...counts.add('a') }).toEqual({ consumed: 2, endsAt: 1100 });

  clock.time = 1100;
  expect({ ...counts.add('a') }).toEqual({ consumed: 1, endsAt: 1200 });
});

test('counts each key separately', () => {
  const { counts } = counting();
  counts.add('a');
  counts.add('a');

  expect(counts.add('b').consumed).toBe(1);
});

test('continues from a count that was set', () => {
  const { clock, counts } = counting();
  counts.add('a');
  counts.set('a', { consumed: 7, endsAt: 1050 });
  counts.set('b', { consumed: 3, endsAt: 1080 });
  expect({ ...counts.add('a') }).toEqual({ consumed: 8, endsAt: 1050 });

  clock.time = 1060;
  expect(counts.add('a').consumed).toBe(1);
  expect(counts.add('b').consumed).toBe(4);
});

test('evicts expired entries at any size', () => {
  const { clock, counts } = counting();
  for (let client = 0; client < 1000; client += 1) counts.add(`old ${client}`);
  expect(counts.size()).toBe(1000);

  clock.time = 1101;
  for (let client = 0; client < 1000; client += 1) counts.add(`new ${client}`);
  expect(counts.size()).toBe(1000);
});

test('does not evict a restarted window together with expired ones', () => {
  const { clock, counts } = counting();
  counts.add('a');
  counts.add('b');
  clock.time = 1101;
  counts.add('a');
  clock.time = 1150;
  for (let client = 0; client < 10; client += 1) counts.add('c');

  expect(counts.add('a').consumed).toBe(2);
  expect(counts.size()).toBe(2);
});

test('evicts the oldest keys above the capacity', () => {
  const { counts } = counting(10);
  for (let client = 0; client < 50; client += 1) counts.add(`client ${client}`);

  expect(counts.size()).toBe(10);
  expect(counts.add('client 49').consumed).toBe(2);
  expect(counts.add('client 0').consumed).toBe(1);
});
