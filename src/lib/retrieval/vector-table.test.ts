import { expect, test } from 'vitest';
import { toBytes } from './embedder.ts';
import { createVectorTable } from './vector-table.ts';

const vectors = [
  [1, 0, 0],
  [0, 3, 0],
  [1, 1, 0],
].map(toBytes);

test('returns the nearest vectors with their cosines for vectors of any magnitude', () => {
  const table = createVectorTable(vectors, ['/a', '/b', '/c']);

  const near = table.nearest(Float32Array.of(0, 0.5, 0), 2);

  expect(near.map(({ at }) => at)).toEqual([1, 2]);
  expect(near[0]?.similarity).toBeCloseTo(1, 4);
  expect(near[1]?.similarity).toBeCloseTo(Math.SQRT1_2, 4);
});

test('compares only passages of the nearest pages in a large table', () => {
  const pages = 5001;
  const many = Array.from({ length: 4 * pages }, (_, at) => {
    const angle = (Math.PI * Math.floor(at / 4)) / pages;
    return toBytes([Math.cos(angle), Math.sin(angle), at % 4 === 0 ? 0.01 : 0]);
  });
  const table = createVectorTable(
    many,
    many.map((_, at) => `/${Math.floor(at / 4)}`),
  );

  const near = table.nearest(Float32Array.of(0, 1, 0), 1000);

  expect(near).toHaveLength(400);
  expect(Math.floor((near[0]?.at ?? 0) / 4)).toBeCloseTo(pages / 2, -2);
});

test('throws for vectors of different dimensions, and for a zero vector', () => {
  expect(() => createVectorTable([toBytes([1]), toBytes([1, 2])], ['/a', '/b'])).toThrow(/differ in length/);
  expect(() => toBytes([0, 0])).toThrow(/direction/);
});
