import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writePassages } from '#lib/publishing/search/passage-store.ts';
import { openPassages } from './open-passages.ts';
import { smallSite } from './small-site.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'passages-'));
const file = join(folder, 'passages.sqlite');
writePassages(
  file,
  smallSite.map(({ passages }) => passages),
);
const passages = openPassages(file);

afterAll(() => {
  passages.close();
  rmSync(folder, { recursive: true });
});

test('returns the passage that answers a question first, with its path and anchor', () => {
  const [best] = passages.find('How long may I keep a book from the library?', { limit: 5 });

  expect(best).toMatchObject({
    path: '/handbook/library-loans',
    anchor: 'length',
    type: 'handbook',
    title: 'Library loans',
    heading: 'How long',
  });
  expect(best?.score).toBeGreaterThan(0);
});

test('ranks by score, with a limit and a filter by type', () => {
  const all = passages.find('water table soil', { limit: 10 });
  const news = passages.find('water table soil', { limit: 10, types: ['news'] });

  expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score).sort((a, b) => b - a));
  expect(passages.find('water table soil', { limit: 2 })).toEqual(all.slice(0, 2));
  expect(news.map(({ path }) => path)).toEqual(['/news/flood']);
});

test.each(['', '"', 'NEAR(a b)', 'title: soil OR', '*', "'; drop table passages", '_'])(
  'find treats %j as words, not as query syntax',
  (question) => {
    expect(() => passages.find(question, { limit: 5 })).not.toThrow();
  },
);

test('weighs the words of a question by their rarity', () => {
  const [best] = passages.find('the water table', { limit: 1 });

  expect(best?.path).toBe('/courses/peatland');
  expect(passages.knownShare('the water table')).toBe(1);
  expect(passages.knownShare('the mortgage rate')).toBe(0);
  expect(passages.knownShare('')).toBe(0);
  expect(best && passages.coverage('water table', best)).toBe(1);
  expect(best && passages.coverage('the water of a mortgage', best)).toBeLessThan(0.5);
});

test('returns a passage by id, and all passages', () => {
  const all = passages.all();

  expect(all.map(({ id }) => id)).toEqual(all.map((_, at) => at + 1));
  expect(passages.get(all[1]?.id ?? 0)).toEqual(all[1]);
  expect(passages.get(99)).toBeUndefined();
});
