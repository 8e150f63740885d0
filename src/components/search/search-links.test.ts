import { expect, test } from 'vitest';
import { toExactQuery } from './search-links.ts';

test.each([
  ['flod', '"flod"'],
  ['lidar survay', '"lidar" "survay"'],
  ['"water table" flod', '"water table" flod'],
  ['a '.repeat(90).trim(), 'a '.repeat(90).trim()],
])('toExactQuery turns %j into %j', (query, exact) => {
  expect(toExactQuery(query)).toBe(exact);
});
