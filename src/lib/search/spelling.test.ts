import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bitCount, editDistance, letterMask } from './spelling.ts';
import { Vocabulary } from './vocabulary.ts';

test.each([
  ['soil', 'soil', 0],
  ['soil', 'sol', 1],
  ['soil', 'siol', 1],
  ['soil', 'foil', 1],
  ['soil', 'spoils', 2],
  ['soil', 'water', 3],
])('%s is so far from %s: %i', (a, b, distance) => {
  expect(editDistance(a, b, 2)).toBe(distance);
});

test('words within a distance differ in at most twice as many letters', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e'), maxLength: 8 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = editDistance(a, b, 8);

      expect(distance).toBe(editDistance(b, a, 8));
      expect(bitCount(letterMask(a) ^ letterMask(b))).toBeLessThanOrEqual(2 * distance);
    }),
  );
});

test('suggests the nearest word, of equally near ones the one on more pages', () => {
  const vocabulary = new Vocabulary(
    ['cours', 'sourc', 'water'],
    [
      ['course', 40],
      ['courses', 10],
      ['source', 30],
      ['water', 5],
    ],
  );

  expect(vocabulary.suggest('coruse', 3)[0]?.word).toBe('course');
  expect(vocabulary.suggest('wafer', 3)).toMatchObject([{ word: 'water', distance: 1 }]);
  expect(vocabulary.suggest('peat', 3)).toEqual([]);
});
