import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createMemoryCounter } from './limits-counter.ts';

/** Forces garbage collection. */
async function collect(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const run = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < 3; turn += 1) {
    await nextTurn();
    run();
  }
}

test('a counter does not keep the counted requests in memory', async () => {
  const requests = new AsyncLocalStorage<object>();
  const count = createMemoryCounter({ name: 'search', rule: { points: 5, seconds: 600 } });
  const take = async (key: string) => {
    const request = { body: 'x'.repeat(1000) };
    await requests.run(request, () => count(key));
    return new WeakRef(request);
  };

  const counted = [await take('a'), await take('b')];
  await collect();

  expect(counted.map((reference) => reference.deref())).toEqual([undefined, undefined]);
  expect(await count('a')).toMatchObject({ consumed: 2 });
});
