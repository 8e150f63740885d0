import { expect, test, vi } from 'vitest';
import { createReadiness } from './readiness.ts';

const isCurrent = () => true;

test('a server is ready from when it listens until it begins to stop', async () => {
  const readiness = createReadiness();

  const starting = await readiness.read();
  readiness.started({ askStore: () => Promise.resolve(), isCurrent });
  const ready = await readiness.read();
  readiness.stopping();
  const stopping = await readiness.read();

  expect([starting.status, ready.status, stopping.status]).toEqual(['starting', 'ready', 'stopping']);
});

test('a server whose store fails says why, and asks the store once a second for any number of checks', async () => {
  vi.useFakeTimers();
  const askStore = vi.fn(() => Promise.reject(new Error('The database is unreachable.')));
  const readiness = createReadiness();
  readiness.started({ askStore, isCurrent });

  const answers = await Promise.all([readiness.read(), readiness.read()]);
  vi.advanceTimersByTime(1_100);
  await readiness.read();
  vi.useRealTimers();

  const refused = { status: 'store unavailable', reason: 'The database is unreachable.' };
  expect(answers).toEqual([refused, refused]);
  expect(askStore).toHaveBeenCalledTimes(2);
});

test('a store that does not answer is unavailable after two seconds', async () => {
  vi.useFakeTimers();
  const readiness = createReadiness();
  readiness.started({ askStore: () => new Promise(() => undefined), isCurrent });

  const answer = readiness.read();
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();

  expect(await answer).toMatchObject({ status: 'store unavailable' });
});

test('a server that serves an earlier publication is not ready until it serves the last one', async () => {
  const publication = { isCurrent: false };
  const readiness = createReadiness();
  readiness.started({ askStore: () => Promise.resolve(), isCurrent: () => publication.isCurrent });

  const before = await readiness.read();
  publication.isCurrent = true;
  const after = await readiness.read();

  expect([before.status, after.status]).toEqual(['old publication', 'ready']);
});
