import { expect, test } from 'vitest';
import { countMatches, isMatch } from './course-facets.ts';

const soil = { level: ['4'], mode: ['online', 'blended'] };
const peat = { level: ['7'], mode: ['online'] };
const choose = (chosen: Record<string, string[]>) =>
  new Map(Object.entries(chosen).map(([name, values]) => [name, new Set(values)]));

test('isMatch without a selection matches every course', () => {
  expect([soil, peat].every((course) => isMatch(course, choose({})))).toBe(true);
});

test('isMatch requires one selected value of each facet', () => {
  expect(isMatch(soil, choose({ level: ['4', '5'], mode: ['online'] }))).toBe(true);
  expect(isMatch(peat, choose({ level: ['4', '5'], mode: ['online'] }))).toBe(false);
  expect(isMatch(peat, choose({ place: ['Quarry Bank'] }))).toBe(false);
});

test('countMatches counts courses with the value that match the other facets', () => {
  const chosen = choose({ level: ['4'], mode: ['blended'] });

  expect(countMatches([soil, peat], chosen, { name: 'mode', value: 'online' })).toBe(1);
  expect(countMatches([soil, peat], chosen, { name: 'level', value: '7' })).toBe(0);
});
