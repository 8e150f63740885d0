import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bitCount, letterMask, slipCost } from './spelling.ts';
import { Vocabulary } from './vocabulary.ts';

test.each([
  ['flod', 'flood', 'a single letter for a double one', 'flow', 'another letter'],
  ['siol', 'soil', 'swapped letters', 'skull', 'two other letters'],
  ['surbey', 'survey', 'a neighbouring key', 'surety', 'distant keys'],
  ['survay', 'survey', 'another vowel', 'surpay', 'another consonant'],
])('slipCost of %s is lower for %s (%s) than for %s (%s)', (typed, near, _slip, far) => {
  expect(slipCost(typed, near, 3)).toBeLessThan(slipCost(typed, far, 3));
});

test('slipCost is 0 for the same word and Infinity over the limit', () => {
  expect(slipCost('soil', 'soil', 1)).toBe(0);
  expect(slipCost('soil', 'water', 2)).toBe(Infinity);
});

test('one changed letter changes at most two bits of the mask', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e'), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(word, fc.nat(7), (text, place) => {
      const changed = text.slice(0, place) + 'f' + text.slice(place + 1);

      expect(bitCount(letterMask(text) ^ letterMask(changed))).toBeLessThanOrEqual(2);
    }),
  );
});

test('suggests the word with the lowest cost; among equal costs, the word on more pages', () => {
  const spellings = ['course', 'courses', 'source', 'tuition', 'wafer', 'water'];
  const vocabulary = new Vocabulary(
    {
      stems: ['cours', 'sourc', 'tuition', 'wafer', 'water'],
      spellings,
      spellingStems: Uint32Array.of(0, 0, 1, 2, 3, 4),
      spellingPages: Uint32Array.of(40, 10, 30, 1, 2, 90),
    },
    ['scholarship'],
  );

  expect(vocabulary.suggest('coruse', 1)[0]?.word).toBe('course');
  expect(vocabulary.suggest('wazer', 1)[0]?.word).toBe('water');
  expect(vocabulary.suggest('scolarship', 1)[0]?.word).toBe('scholarship');
  expect(vocabulary.suggest('peatland', 1)).toEqual([]);
});
