import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writePassages } from '#lib/publishing/passage-store.ts';
import { readWordVectors } from '#lib/publishing/word-vectors.ts';
import { createLanguage } from '#lib/search/language.ts';
import { openPassages } from '#lib/search/passages.ts';
import { createLexicalRanking } from './lexical-ranking.ts';
import { createNearness, nearest } from './nearness.ts';

const folder = mkdtempSync(join(tmpdir(), 'nearness-'));
const texts = {
  cycling: 'Bicycles stand in the shed behind the house.',
  paying: 'Unpaid invoices and debts are collected.',
  peat: 'Peat is drained by ditches.',
  birds: 'Ducks and geese nest in the meadow.',
};
const pages = Object.entries(texts).map(([path, text]) => ({
  path: `/${path}`,
  type: 'page' as const,
  passages: [{ anchor: null, title: 'House rules', heading: '', text }],
}));
writePassages(join(folder, 'with.sqlite'), pages, readWordVectors());
writePassages(join(folder, 'without.sqlite'), pages);
const passages = openPassages(join(folder, 'with.sqlite'));
const without = openPassages(join(folder, 'without.sqlite'));
const language = createLanguage(passages);

afterAll(() => {
  passages.close();
  without.close();
  rmSync(folder, { recursive: true });
});

const partsOf = (text: string) => [{ text, share: 1 }];

test.each([
  ['Where do scooters and motorcycles go?', '/cycling'],
  ['Are there swans?', '/birds'],
  ['What must a debtor settle?', '/paying'],
])('%j is nearest to the passage of the same meaning', (question, path) => {
  const nearness =
    createNearness(passages.meaning, language)?.(partsOf(question)) ?? new Map<number, number>();

  const [first = 0] = nearest(nearness, 1);
  expect(passages.get(first)?.path).toBe(path);
  for (const near of nearness.values()) expect(Math.abs(near)).toBeLessThanOrEqual(0.91);
});

test('a question without known words has no nearest passage', () => {
  const nearTo = createNearness(passages.meaning, language);

  expect(nearTo?.(partsOf('xyzzy plugh, and the of'))).toEqual(new Map());
});

test('a site without vectors is ranked by words only', () => {
  const rank = createLexicalRanking({ passages: without, language });
  const parts = partsOf('Are there swans?');

  expect(without.meaning).toBeNull();
  expect(createNearness(without.meaning, language)).toBeUndefined();
  expect(rank({ question: '', parts }).passages).toEqual([]);
});

test('nearness adds passages that share no word and does not raise the relevance', () => {
  const rank = createLexicalRanking({ passages, language });

  const ranking = rank({ question: '', parts: partsOf('Are there swans?') });

  expect(ranking.passages[0]?.path).toBe('/birds');
  expect(ranking.relevance).toBeLessThan(0.2);
});
