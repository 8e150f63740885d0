import { expect, test } from 'vitest';
import { findClosest, suggestFix } from './closest-match.ts';

test('findClosest returns the name with the fewest edits', () => {
  expect(findClosest('titel', ['table', 'title', 'tile'])).toBe('title');
  expect(findClosest('SOIL110', ['SOIL101', 'HYDR110'])).toBe('SOIL101');
  expect(findClosest('Calout', ['Contact', 'Callout'])).toBe('Callout');
});

test('findClosest returns undefined for too many edits or too short a word', () => {
  expect(findClosest('weather', ['soils', 'law'])).toBeUndefined();
  expect(findClosest('8', ['4', '5'])).toBeUndefined();
  expect(findClosest('/handbook/olu', ['/handbook/about'], 1)).toBeUndefined();
});

test('suggestFix lists a few names and describes many', () => {
  const many = Array.from({ length: 20 }, (_, index) => `choice-${index}`);

  expect(suggestFix('weather', ['soils', 'law'], 'look it up')).toBe('use one of soils, law');
  expect(suggestFix('weather', many, 'look it up')).toBe('look it up');
});
