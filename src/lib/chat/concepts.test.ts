import { expect, test } from 'vitest';
import { isStopWord, splitWords, stem } from '#lib/search/words.ts';
import { createConceptReader } from './concepts.ts';

/** Counts the distinct phrases looked up for a conversation on a site that contains none of them. */
function lookUps(texts: readonly string[]): number {
  const lookedUp = new Set<string>();
  const readConcepts = createConceptReader({
    language: { split: splitWords, stem, isStopWord, suggest: () => [] },
    otherWords: new Map(),
    passagesWith(phrase) {
      lookedUp.add(phrase);
      return 0;
    },
    count: 100,
  });
  readConcepts(texts);
  return lookedUp.size;
}

const unknownWords = (count: number, from = 0) =>
  Array.from(
    { length: count },
    (_, at) => `unknownword${(from + at).toString(36).replaceAll(/\d/g, 'q')}x`,
  ).join(' ');

test('a word of 2,000 characters takes fewer than 10 look-ups', () => {
  expect(lookUps(['ก'.repeat(2_000)])).toBeLessThan(10);
  expect(lookUps(['x'.repeat(2_000)])).toBeLessThan(10);
});

test('unknown words take a bounded number of look-ups per conversation', () => {
  const one = lookUps([unknownWords(60)]);
  const four = lookUps([0, 1, 2, 3].map((turn) => unknownWords(60, turn * 60)));

  expect(one).toBeLessThan(500);
  expect(four).toBe(one);
});

test('a missing space between two words is still corrected within the limits', () => {
  expect(lookUps(['soilscience'])).toBeGreaterThan(5);
});
