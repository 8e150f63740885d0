import { expect, test } from 'vitest';
import { meaningfulWords, stem } from './words.ts';

test.each([
  ['courses', 'course'],
  ['applying', 'applied'],
  ['bursaries', 'bursary'],
  ['restoration', 'restore'],
  ['women', 'woman'],
  ['womens', 'womans'],
  ['mice', 'mouse'],
  ['criteria', 'criterion'],
  ['matrices', 'matrix'],
  ['theses', 'thesis'],
  ['analyses', 'analysis'],
])('%s and %s have the same stem', (one, other) => {
  expect(stem(one)).toBe(stem(other));
});

test.each([
  ["who's the registrar", ['registrar']],
  ['I’ve lost my card', ['lost', 'card']],
  ["who'll teach, and what doesn't it cost", ['teach', 'cost']],
  ["I'm ill, we'll see", ['ill', 'well', 'see']],
])('meaningfulWords drops contractions of stop words: %s', (text, words) => {
  expect(meaningfulWords(text)).toEqual(words);
});

test('meaningfulWords drops stop words unless nothing else is left', () => {
  expect(meaningfulWords('how do I apply')).toEqual(['apply']);
  expect(meaningfulWords('to be')).toEqual(['to', 'be']);
});
