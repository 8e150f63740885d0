import { expect, test } from 'vitest';
import { repeat, sleep } from './repeat.ts';

const failOnError = (error: unknown) => {
  throw error;
};

test('repeats work, one run at a time, until it is stopped', async () => {
  let runs = 0;
  let atOnce = 0;
  let mostAtOnce = 0;
  const run = async () => {
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    await sleep(2);
    atOnce -= 1;
    runs += 1;
  };

  const repetition = repeat({ run, every: 1, onError: failOnError });
  await expect.poll(() => runs).toBeGreaterThanOrEqual(3);
  await repetition.stop();
  const runsAtStop = runs;
  await sleep(20);

  expect({ mostAtOnce, after: runs - runsAtStop }).toEqual({ mostAtOnce: 1, after: 0 });
});

test('runs once more when it is woken during a run', async () => {
  let runs = 0;
  const { promise: released, resolve: release } = Promise.withResolvers();
  const run = async () => {
    runs += 1;
    await released;
  };

  const repetition = repeat({ run, every: 60_000, onError: failOnError });
  repetition.wake();
  repetition.wake();
  expect(runs).toBe(1);
  release(undefined);

  await expect.poll(() => runs).toBe(2);
  await repetition.stop();
});

test('waits as long as the previous run requests, and before the first run if set', async () => {
  let runs = 0;
  const run = async () => {
    runs += 1;
    return 60_000;
  };

  const repetition = repeat({ run, every: 1, firstAfter: 5, onError: failOnError });
  expect(runs).toBe(0);
  await expect.poll(() => runs).toBe(1);
  await sleep(20);

  expect(runs).toBe(1);
  await repetition.stop();
});

test('reports a run that fails, and continues with the next run', async () => {
  const errors: unknown[] = [];
  let runs = 0;
  const run = async () => {
    runs += 1;
    if (runs === 1) throw new Error('the store is away');
  };

  const repetition = repeat({ run, every: 1, onError: (error) => errors.push(error) });
  await expect.poll(() => runs).toBeGreaterThanOrEqual(3);
  await repetition.stop();

  expect(errors).toEqual([new Error('the store is away')]);
});

test('stop waits for the current run, and later calls are ignored', async () => {
  const events: string[] = [];
  const run = async () => {
    await sleep(5);
    events.push('run');
  };

  const repetition = repeat({ run, every: 1, onError: failOnError });
  await repetition.stop();
  events.push('stopped');
  repetition.wake();
  await sleep(20);

  expect(events).toEqual(['run', 'stopped']);
});
