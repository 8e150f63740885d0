import { expect, test } from 'vitest';
import { createLeaseWorker } from './lease-worker.ts';

/** A worker of numbered items, each handled until its promise settles. */
function newWorker(count: number, maxConcurrent?: number) {
  const due = Array.from({ length: count }, (_, index) => index);
  const begun: number[] = [];
  const ends = due.map(() => Promise.withResolvers<undefined>());
  const errors: unknown[] = [];
  const idle = Promise.withResolvers<undefined>();
  const worker = createLeaseWorker<number>({
    lease: async (_holder, limit) => due.splice(0, limit),
    async handle(item) {
      begun.push(item);
      await ends[item]?.promise;
    },
    release: async () => undefined,
    async afterwards() {
      idle.resolve(undefined);
      return 60_000;
    },
    every: 1,
    onError: (error) => errors.push(error),
    ...(maxConcurrent !== undefined && { maxConcurrent }),
  });
  return { worker, begun, ends, errors, idle: idle.promise };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('an item that hangs takes one place, and the others are handled', async () => {
  const { worker, begun, ends, idle } = newWorker(6, 3);
  worker.start();
  await turn();
  const first = [...begun];

  for (const end of ends.slice(1)) end.resolve(undefined);
  await idle;

  expect(first).toEqual([0, 1, 2]);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  ends[0]?.resolve(undefined);
  await worker.stop();
});

test('by default items are handled one after the other, and an error is reported before the next', async () => {
  const { worker, begun, ends, errors, idle } = newWorker(2);
  worker.start();
  await turn();
  const first = [...begun];

  ends[0]?.reject(new Error('no'));
  ends[1]?.resolve(undefined);
  await idle;

  expect(first).toEqual([0]);
  expect(begun).toEqual([0, 1]);
  expect(errors).toEqual([new Error('no')]);
  await worker.stop();
});

test('stop waits for the items in progress', async () => {
  const { worker, ends } = newWorker(2, 2);
  worker.start();
  await turn();
  let isStopped = false;

  const stopping = worker.stop().then(() => (isStopped = true));
  ends[0]?.resolve(undefined);
  await turn();
  const early = isStopped;
  ends[1]?.resolve(undefined);
  await stopping;

  expect([early, isStopped]).toEqual([false, true]);
});
