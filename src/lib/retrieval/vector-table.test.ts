import { expect, test } from 'vitest';
import { toBytes } from './embedder.ts';
import { createVectorTable } from './vector-table.ts';

const vectors = [
  [1, 0, 0],
  [0, 3, 0],
  [1, 1, 0],
].map(toBytes);

let calls = 0;
/** Reproducible, from 0 to 1. */
const random = () => Math.abs(Math.sin(++calls) * 10_000) % 1;
const randomVector = () => Float32Array.from({ length: 96 }, () => random() - 0.5);
const withNoise = (vector: Float32Array) => vector.map((number) => number + 0.2 * (random() - 0.5));

test('returns the nearest vectors with their cosines for vectors of any magnitude', () => {
  const table = createVectorTable(vectors, ['/a', '/b', '/c']);

  const near = table.nearest(Float32Array.of(0, 0.5, 0), 2);

  expect(near.map(({ at }) => at)).toEqual([1, 2]);
  expect(near[0]?.similarity).toBeCloseTo(1, 4);
  expect(near[1]?.similarity).toBeCloseTo(Math.SQRT1_2, 4);
});

test('a large table finds the nearest passages, and compares only those of the nearest pages', () => {
  const [pages, perPage] = [2000, 3];
  const directions = Array.from({ length: pages }, () => randomVector());
  const many = directions.flatMap((direction) =>
    Array.from({ length: perPage }, () => toBytes(withNoise(direction))),
  );
  const table = createVectorTable(
    many,
    many.map((_, at) => `/${Math.floor(at / perPage)}`),
  );

  const near = table.nearest(withNoise(directions[1234] ?? randomVector()), many.length);

  expect(near).toHaveLength(500 * perPage);
  expect(new Set(near.slice(0, perPage).map(({ at }) => Math.floor(at / perPage)))).toEqual(new Set([1234]));
});

test('throws for vectors of different dimensions, and for a zero vector', () => {
  expect(() => createVectorTable([toBytes([1]), toBytes([1, 2])], ['/a', '/b'])).toThrow(/differ in length/);
  expect(() => toBytes([0, 0])).toThrow(/direction/);
});
