import { setImmediate as nextPass } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFairQueue, type EndWork, type FairQueue } from './fair-queue.ts';

const { signal } = new AbortController();

/** Enters the queue, and records the client when its work starts. */
function enter(queue: FairQueue, client: string, started: string[]): Promise<EndWork> {
  return queue.enter(client, { signal }).then((end) => {
    started.push(client);
    return end!;
  });
}

async function passes(count: number): Promise<void> {
  for (let pass = 0; pass < count; pass += 1) await nextPass();
}

test('at most eight requests of a client are active, and the next starts when one ends', async () => {
  const queue = createFairQueue();
  const started: string[] = [];
  const work = Array.from({ length: 12 }, () => enter(queue, 'a', started));
  await passes(30);
  const before = started.length;

  (await work[0])!();
  (await work[0])!();
  await passes(5);

  expect([before, started.length]).toEqual([8, 9]);
});

test('clients take turns, however many requests one of them has', async () => {
  const queue = createFairQueue({ maxConcurrent: 100 });
  const started: string[] = [];
  for (let count = 0; count < 50; count += 1) void enter(queue, 'flood', started);
  for (const visitor of ['b', 'c']) void enter(queue, visitor, started);

  await passes(8);

  expect(started.slice(0, 6)).toEqual(['flood', 'flood', 'b', 'c', 'flood', 'flood']);
});

test('at most one request starts in each pass of the event loop', async () => {
  const queue = createFairQueue();
  const started: string[] = [];
  for (let count = 0; count < 8; count += 1) void enter(queue, 'a', started);
  const counts: number[] = [];

  for (let pass = 0; pass < 8; pass += 1) {
    counts.push(started.length);
    await nextPass();
  }

  expect(counts.every((count, pass) => count <= pass + 1)).toBe(true);
  expect(started).toHaveLength(8);
});

test('a request starts without a pass of the event loop if the queue is empty', async () => {
  let hasPassed = false;
  setImmediate(() => (hasPassed = true));

  await createFairQueue().enter('a', { signal });

  expect(hasPassed).toBe(false);
});

test('up to a hundred new connections are accepted before the next request starts', async () => {
  const queue = createFairQueue();
  const started: string[] = [];
  void enter(queue, 'a', started);
  void enter(queue, 'a', started);
  await Promise.resolve();

  for (let connection = 0; connection < 90; connection += 1) {
    queue.yieldOnce();
    await nextPass();
  }
  const during = started.length;
  for (let connection = 0; connection < 20; connection += 1) {
    queue.yieldOnce();
    await nextPass();
  }

  expect([during, started.length]).toEqual([1, 2]);
});

test('a waiting request leaves the queue when its client disconnects', async () => {
  const queue = createFairQueue({ maxConcurrent: 1, maxWaiting: 1 });
  const end = await queue.enter('a', { signal });
  const gone = new AbortController();
  const left = queue.enter('a', { signal: gone.signal });

  gone.abort();
  const next = queue.enter('a', { signal });
  end!();

  expect(await left).toBeUndefined();
  expect(await next).toBeTypeOf('function');
  expect(await queue.enter('a', { signal: gone.signal })).toBeUndefined();
});

test('a client with too many waiting requests is refused, and others are not', async () => {
  const queue = createFairQueue({ maxConcurrent: 1, maxWaiting: 2 });
  const started: string[] = [];
  for (let count = 0; count < 3; count += 1) void enter(queue, 'a', started);

  await expect(queue.enter('a', { signal })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  void enter(queue, 'b', started);
  await passes(5);

  expect(started).toEqual(['a', 'b']);
});

test('other work of a client may start once its active work exceeds holdFor', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const queue = createFairQueue({ maxConcurrent: 1 });
  const started: string[] = [];
  void enter(queue, 'a', started);
  await queue.enter('b', { signal, holdFor: 20 });
  void enter(queue, 'b', started);

  vi.advanceTimersByTime(19);
  await passes(5);
  const before = [...started];
  vi.advanceTimersByTime(1);
  await passes(5);

  expect([before, started]).toEqual([['a'], ['a', 'b']]);
});
