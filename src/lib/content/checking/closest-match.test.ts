import { expect, test } from 'vitest';
import { nearest, suggest } from './closest-match.ts';

test('the nearest word is the one with the fewest changes', () => {
  expect(nearest('titel', ['table', 'title', 'tile'])).toBe('title');
  expect(nearest('SOIL110', ['SOIL101', 'HYDR110'])).toBe('SOIL101');
  expect(nearest('Calout', ['Contact', 'Callout'])).toBe('Callout');
});

test('nothing is near when too much differs, or the word is too short to tell', () => {
  expect(nearest('weather', ['soils', 'law'])).toBeUndefined();
  expect(nearest('8', ['4', '5'])).toBeUndefined();
  expect(nearest('/handbook/olu', ['/handbook/about'], 1)).toBeUndefined();
});

test('a few choices are all named, many are described', () => {
  const many = Array.from({ length: 20 }, (_, index) => `choice-${index}`);

  expect(suggest('weather', ['soils', 'law'], 'look it up')).toBe('use one of soils, law');
  expect(suggest('weather', many, 'look it up')).toBe('look it up');
});
