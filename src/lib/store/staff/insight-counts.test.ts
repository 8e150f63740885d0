import { expect } from 'vitest';
import { newDatabase, newStore, testOnStores } from '#test/stand-ins/stores.ts';
import { createInsightCounts, createInsightList, type InsightCount } from './insight-counts.ts';
import { sweep } from '#lib/store/retention.ts';

const test = testOnStores(newStore);
const testOnDatabases = testOnStores(newDatabase);

function search(text: string, day: string, count = 1): InsightCount {
  return { kind: 'search', text, day, count };
}

testOnDatabases('concurrent counts of two instances add up', async (database) => {
  const both = [createInsightCounts(await database.open()), createInsightCounts(await database.open())];
  const store = await database.open();

  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      both[index % 2]!.add([search('bee keeping', '2027-01-11', 2), search(`text ${index}`, '2027-01-11')]),
    ),
  );

  const list = createInsightList(store);
  expect(await list.history('search', 'bee keeping')).toEqual([{ day: '2027-01-11', count: 80 }]);
  expect(await list.top({ kind: 'search', since: '2027-01-01', limit: 100 })).toHaveLength(41);
});

test('top returns the most frequent texts of a kind, with their first and last day', async (store) => {
  await createInsightCounts(store).add([
    search('bee keeping', '2027-01-09', 2),
    search('bee keeping', '2027-01-12', 3),
    search('parking', '2027-01-12', 5),
    search('o’hare', '2027-01-13', 1),
    search('before', '2026-12-31', 99),
    { kind: 'question', text: 'is there a canteen', day: '2027-01-12', count: 7 },
  ]);
  const list = createInsightList(store);

  const searches = await list.top({ kind: 'search', since: '2027-01-01', limit: 2 });
  const questions = await list.top({ kind: 'question', since: '2027-01-01', limit: 10 });

  expect(searches).toEqual([
    { text: 'bee keeping', count: 5, firstDay: '2027-01-09', lastDay: '2027-01-12' },
    { text: 'parking', count: 5, firstDay: '2027-01-12', lastDay: '2027-01-12' },
  ]);
  expect(questions).toEqual([
    { text: 'is there a canteen', count: 7, firstDay: '2027-01-12', lastDay: '2027-01-12' },
  ]);
});

test('byDay sums the counts of all texts of a day', async (store) => {
  await createInsightCounts(store).add([
    search('a', '2027-01-10', 1),
    search('a', '2027-01-11', 2),
    search('b', '2027-01-11', 1),
    search('b', '2027-02-01', 8),
  ]);

  const days = await createInsightList(store).byDay({ kind: 'search', since: '2027-01-01' });

  expect(days).toEqual([
    { day: '2027-01-10', count: 1 },
    { day: '2027-01-11', count: 3 },
    { day: '2027-02-01', count: 8 },
  ]);
});

test('add limits the new texts of a kind per day and still counts known ones', async (store) => {
  const counts = createInsightCounts(store, { maxTextsPerDay: 3 });
  await counts.add(['a', 'b', 'c', 'd'].map((text) => search(text, '2027-01-11')));

  await counts.add([search('e', '2027-01-11'), search('b', '2027-01-11'), search('e', '2027-01-12')]);
  await counts.add([{ ...search('e', '2027-01-11'), kind: 'question' }]);

  const top = await createInsightList(store).top({ kind: 'search', since: '2027-01-11', limit: 10 });
  expect(top.map(({ text, count }) => [text, count])).toEqual([
    ['b', 2],
    ['e', 1],
    ['a', 1],
    ['c', 1],
  ]);
  expect(await createInsightList(store).history('question', 'e')).toHaveLength(1);
});

test('the oldest days are deleted when there are too many texts', async (store) => {
  const counts = createInsightCounts(store, { maxTexts: 4 });
  await counts.add(['a', 'b', 'c'].map((text) => search(text, '2027-01-11')));

  await counts.add(['d', 'e'].map((text) => search(text, '2027-01-12')));

  const top = await createInsightList(store).top({ kind: 'search', since: '2027-01-01', limit: 10 });
  expect(top.map(({ text }) => text)).toEqual(['d', 'e']);
});

test('sweep deletes expired texts', async (store) => {
  await createInsightCounts(store).add([search('old', '2026-10-12'), search('young', '2026-10-13')]);
  const never = {
    registrations: 900,
    applications: 400,
    enquiries: 400,
    pendingSignups: 900,
    unsubscribedSignups: 900,
    mails: 900,
    heldMails: 900,
    staffLog: 900,
  };

  const swept = await sweep({
    store,
    retentionDays: { ...never, insights: 90 },
    now: new Date('2027-01-11T12:00:00Z'),
  });

  expect(swept.insights).toBe(1);
  expect(await createInsightList(store).history('search', 'old')).toEqual([]);
  expect(await createInsightList(store).history('search', 'young')).toHaveLength(1);
});
