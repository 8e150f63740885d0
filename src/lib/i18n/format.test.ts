import { expect, test } from 'vitest';
import { listAnd, listOr, plural } from './format.ts';

test('plural returns the form for one and for other counts', () => {
  const seats = (count: number) => plural(count, { one: 'a seat', other: `${count} seats` });

  expect([0, 1, 2, 21].map(seats)).toEqual(['0 seats', 'a seat', '2 seats', '21 seats']);
});

test('listAnd and listOr join items with commas, and the last item with a word', () => {
  expect([['a'], ['a', 'b'], ['a', 'b', 'c']].map(listAnd)).toEqual(['a', 'a and b', 'a, b and c']);
  expect(listOr(['a', 'b', 'c'])).toBe('a, b or c');
});
