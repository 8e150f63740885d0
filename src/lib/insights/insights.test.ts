import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { InsightCount } from '#lib/store/insights.ts';
import { countFruitlessSearch } from './search-without-results.ts';
import { createInsights } from './insights.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2027-01-11T10:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A store that can be away. */
function memoryStore() {
  const writes: InsightCount[][] = [];
  const store = {
    away: false,
    writes,
    async add(entries: readonly InsightCount[]) {
      if (store.away) throw new Error('no', { cause: new Error('the store is unavailable: ECONNREFUSED') });
      writes.push(entries.map((entry) => ({ ...entry })));
    },
  };
  return store;
}

function start(options: { timeZone?: string; mostWaiting?: number } = {}) {
  const store = memoryStore();
  const lines: string[] = [];
  const insights = createInsights({
    store,
    timeZone: 'Europe/London',
    flushEvery: 3_000,
    log: (line) => lines.push(line),
    ...options,
  });
  return { store, insights, lines };
}

test('what is counted is written once, some seconds later, with its sums', async () => {
  const { store, insights } = start();
  insights.count('search', 'Bee keeping');
  insights.count('search', ' bee KEEPING!');
  insights.count('question', 'Bee keeping?');

  expect(store.writes).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_000);
  await vi.advanceTimersByTimeAsync(30_000);

  expect(store.writes).toEqual([
    [
      { kind: 'search', day: '2027-01-11', text: 'bee keeping', count: 2 },
      { kind: 'question', day: '2027-01-11', text: 'bee keeping', count: 1 },
    ],
  ]);
});

test('the day is the institute’s', async () => {
  const { store, insights } = start({ timeZone: 'Pacific/Auckland' });
  vi.setSystemTime(new Date('2027-01-11T12:00:00Z'));
  insights.count('search', 'bee keeping');

  await insights.close();

  expect(store.writes[0]?.[0]?.day).toBe('2027-01-12');
});

test('a person’s data is not counted', async () => {
  const { store, insights } = start();
  insights.count('question', 'ann@example.org');
  insights.count('search', 'LK204417');

  await insights.close();

  expect(store.writes).toEqual([]);
});

test('while the store is away nothing is lost, one line says so, and it is written when the store is back', async () => {
  const { store, insights, lines } = start();
  store.away = true;
  insights.count('search', 'bee keeping');
  await vi.advanceTimersByTimeAsync(10_000);
  insights.count('search', 'bee keeping');
  await vi.advanceTimersByTimeAsync(10_000);

  store.away = false;
  await vi.advanceTimersByTimeAsync(3_000);

  expect(store.writes).toEqual([[{ kind: 'search', day: '2027-01-11', text: 'bee keeping', count: 2 }]]);
  expect(lines).toEqual([expect.stringContaining('ECONNREFUSED')]);
  expect(lines[0]).not.toContain('bee');
});

test('what waits has a bound, and known texts go on counting', async () => {
  const { store, insights } = start({ mostWaiting: 2 });
  store.away = true;
  for (const text of ['one', 'two', 'three', 'one']) insights.count('search', text);
  await vi.advanceTimersByTimeAsync(3_000);
  for (const text of ['four', 'two']) insights.count('search', text);
  store.away = false;

  await insights.close();

  expect(store.writes[0]?.map(({ text, count }) => [text, count])).toEqual([
    ['one', 2],
    ['two', 2],
  ]);
});

test('closing writes what waits, never throws, and takes nothing after', async () => {
  const { store, insights } = start();
  insights.count('search', 'bee keeping');
  await insights.close();
  insights.count('search', 'too late');
  await insights.close();
  const away = start();
  away.store.away = true;
  away.insights.count('search', 'bee keeping');

  await expect(away.insights.close()).resolves.toBeUndefined();

  expect(store.writes).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('only a search of everything that found nothing at its first page is counted', () => {
  const counted: string[] = [];
  const insights = { count: (_kind: string, text: string) => counted.push(text) };
  const query = { types: [], limit: 10, offset: 0 };
  const answer = {
    query: '',
    total: 0,
    offset: 0,
    limit: 10,
    correction: null,
    results: [],
    facets: { type: {} },
  };

  countFruitlessSearch(insights, { query: { ...query, query: 'nothing' }, answer });
  countFruitlessSearch(insights, { query: { ...query, query: 'found' }, answer: { ...answer, total: 3 } });
  countFruitlessSearch(insights, { query: { ...query, query: 'later', offset: 10 }, answer });
  countFruitlessSearch(insights, { query: { ...query, query: 'typed', types: ['news'] }, answer });

  expect(counted).toEqual(['nothing']);
});
