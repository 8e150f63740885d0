import { expect, test } from 'vitest';
import { putFirst } from './put-first.ts';

const numberOf = (path: string) => (path === '/removed' ? undefined : Number(path.slice(1)));

test('puts the preferred pages first, in their order or in that of the results', () => {
  const pages = [1, 2, 3, 4];
  const preference = { first: ['/7', '/3', '/removed', '/2'], without: ['/4'] };

  expect(putFirst(pages, { ...preference, keepsOrder: true }, numberOf)).toEqual([7, 3, 2, 1]);
  expect(putFirst(pages, { ...preference, keepsOrder: false }, numberOf)).toEqual([2, 3, 7, 1]);
});

test('at most five pages come first', () => {
  const first = ['/1', '/2', '/3', '/4', '/5', '/6', '/7'];

  expect(putFirst([9, 7], { first, keepsOrder: true, without: [] }, numberOf)).toEqual([1, 2, 3, 4, 5, 9, 7]);
});
