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

test('meaningfulWords drops stop words unless nothing else is left', () => {
  expect(meaningfulWords('how do I apply')).toEqual(['apply']);
  expect(meaningfulWords('to be')).toEqual(['to', 'be']);
});
