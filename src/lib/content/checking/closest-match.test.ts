import { expect, test } from 'vitest';
import { findClosest, suggestFix } from './closest-match.ts';

test('the nearest word is the one with the fewest changes', () => {
  expect(findClosest('titel', ['table', 'title', 'tile'])).toBe('title');
  expect(findClosest('SOIL110', ['SOIL101', 'HYDR110'])).toBe('SOIL101');
  expect(findClosest('Calout', ['Contact', 'Callout'])).toBe('Callout');
});

test('nothing is near when too much differs, or the word is too short to tell', () => {
  expect(findClosest('weather', ['soils', 'law'])).toBeUndefined();
  expect(findClosest('8', ['4', '5'])).toBeUndefined();
  expect(findClosest('/handbook/olu', ['/handbook/about'], 1)).toBeUndefined();
});

test('a few choices are all named, many are described', () => {
  const many = Array.from({ length: 20 }, (_, index) => `choice-${index}`);

  expect(suggestFix('weather', ['soils', 'law'], 'look it up')).toBe('use one of soils, law');
  expect(suggestFix('weather', many, 'look it up')).toBe('look it up');
});
