import { expect, test } from 'vitest';
import { createSignIndex } from './sign-index.ts';

const toVector = (signs: string) => Float32Array.from(signs, (sign) => (sign === '+' ? 0.5 : -0.5));
const index = createSignIndex(['+++++', '++++-', '+++--', '++---', '-----'].map(toVector));

test('returns the vectors with the fewest different signs, in their order', () => {
  expect(index.nearest(toVector('++---'), 2)).toEqual([2, 3]);
  expect(index.nearest(toVector('-----'), 2)).toEqual([3, 4]);
});

test('returns all vectors for a higher limit', () => {
  expect(index.nearest(toVector('+++++'), 10)).toEqual([0, 1, 2, 3, 4]);
});

test('distinguishes vectors of more than 32 numbers', () => {
  const long = createSignIndex(['-'.repeat(40), `${'-'.repeat(39)}+`, '+'.repeat(40)].map(toVector));

  expect(long.nearest(toVector('+'.repeat(40)), 1)).toEqual([2]);
  expect(long.nearest(toVector(`${'-'.repeat(39)}+`), 1)).toEqual([1]);
});
