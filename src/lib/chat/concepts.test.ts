import { expect, test } from 'vitest';
import { isStopWord, splitWords, stem } from '#lib/search/words.ts';
import { createConceptReader } from './concepts.ts';

/** How many different phrases a conversation makes the reader look up on a site that has none of them. */
function lookUps(texts: readonly string[]): number {
  const asked = new Set<string>();
  const readConcepts = createConceptReader({
    language: { split: splitWords, stem, isStopWord, suggest: () => [] },
    otherWords: new Map(),
    passagesWith(phrase) {
      asked.add(phrase);
      return 0;
    },
    count: 100,
  });
  readConcepts(texts);
  return asked.size;
}

const unknownWords = (count: number, from = 0) =>
  Array.from(
    { length: count },
    (_, at) => `unknownword${(from + at).toString(36).replaceAll(/\d/g, 'q')}x`,
  ).join(' ');

test('a word without spaces of any length takes a handful of look-ups', () => {
  expect(lookUps(['ก'.repeat(2_000)])).toBeLessThan(10);
  expect(lookUps(['x'.repeat(2_000)])).toBeLessThan(10);
});

test('unknown words take a bounded number of look-ups, over all questions of a conversation', () => {
  const one = lookUps([unknownWords(60)]);
  const four = lookUps([0, 1, 2, 3].map((turn) => unknownWords(60, turn * 60)));

  expect(one).toBeLessThan(500);
  expect(four).toBe(one);
});

test('the bounds leave an ordinary mistyped word its two halves', () => {
  expect(lookUps(['soilscience'])).toBeGreaterThan(5);
});
