import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { InsightCount } from '#lib/store/staff/insight-counts.ts';
import { countFruitlessSearch } from './search-without-results.ts';
import { createInsights } from './insights.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2027-01-11T10:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A store that can be made unavailable. */
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

function start(options: { timeZone?: string; maxPending?: number } = {}) {
  const store = memoryStore();
  const lines: string[] = [];
  const insights = createInsights({
    store,
    timeZone: 'Europe/London',
    flushDelayMs: 3_000,
    log: (line) => lines.push(line),
    ...options,
  });
  return { store, insights, lines };
}

test('counts are summed and written once after the delay', async () => {
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

test('counts are dated in the institute’s time zone', async () => {
  const { store, insights } = start({ timeZone: 'Pacific/Auckland' });
  vi.setSystemTime(new Date('2027-01-11T12:00:00Z'));
  insights.count('search', 'bee keeping');

  await insights.close();

  expect(store.writes[0]?.[0]?.day).toBe('2027-01-12');
});

test('texts with personal data are not counted', async () => {
  const { store, insights } = start();
  insights.count('question', 'ann@example.org');
  insights.count('search', 'LK204417');

  await insights.close();

  expect(store.writes).toEqual([]);
});

test('while the store is unavailable, counts stay pending with one line in the log, and are written later', async () => {
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

test('at the limit of pending texts, new texts are dropped and pending ones are still counted', async () => {
  const { store, insights } = start({ maxPending: 2 });
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

test('close writes pending counts, never throws, and ignores later counts', async () => {
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

test('only searches of all types without results, or with unrelated ones, are counted, on the first page', () => {
  const counted: string[] = [];
  const insights = { count: (_kind: string, text: string) => counted.push(text) };
  const query = { types: [], limit: 10, offset: 0 };
  const answer = {
    query: '',
    total: 0,
    offset: 0,
    limit: 10,
    correction: null,
    unrelated: false,
    results: [],
    facets: { type: {} },
  };

  countFruitlessSearch(insights, { query: { ...query, query: 'nothing' }, answer });
  countFruitlessSearch(insights, { query: { ...query, query: 'found' }, answer: { ...answer, total: 3 } });
  const unrelated = { ...answer, total: 3, unrelated: true };
  countFruitlessSearch(insights, { query: { ...query, query: 'unrelated' }, answer: unrelated });
  countFruitlessSearch(insights, { query: { ...query, query: 'later', offset: 10 }, answer });
  countFruitlessSearch(insights, { query: { ...query, query: 'typed', types: ['news'] }, answer });

  expect(counted).toEqual(['nothing', 'unrelated']);
});
