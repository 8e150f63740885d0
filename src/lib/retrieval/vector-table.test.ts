import { expect, test } from 'vitest';
import { toBytes } from './embedder.ts';
import { createVectorTable } from './vector-table.ts';

const vectors = [
  [1, 0, 0],
  [0, 3, 0],
  [1, 1, 0],
].map(toBytes);

let calls = 0;
/** Returns reproducible numbers from 0 to 1. */
const random = () => Math.abs(Math.sin(++calls) * 10_000) % 1;
const randomVector = () => Float32Array.from({ length: 96 }, () => random() - 0.5);
const withNoise = (vector: Float32Array) => vector.map((number) => number + 0.2 * (random() - 0.5));

test('compares vectors of any magnitude by their cosines', () => {
  const table = createVectorTable(vectors, ['/a', '/b', '/c']);

  const compared = table.compare(Float32Array.of(0, 0.5, 0));

  expect(compared.map(({ at }) => at)).toEqual([0, 1, 2]);
  expect(compared.map(({ similarity }) => Number(similarity.toFixed(4)))).toEqual([0, 1, 0.7071]);
});

test('a large table compares only the passages of the nearest pages', () => {
  const [pages, perPage] = [2000, 3];
  const directions = Array.from({ length: pages }, () => randomVector());
  const many = directions.flatMap((direction) =>
    Array.from({ length: perPage }, () => toBytes(withNoise(direction))),
  );
  const table = createVectorTable(
    many,
    many.map((_, at) => `/${Math.floor(at / perPage)}`),
  );

  const compared = table.compare(withNoise(directions[1234] ?? randomVector()));
  const near = compared.toSorted((a, b) => b.similarity - a.similarity);

  expect(near).toHaveLength(500 * perPage);
  expect(new Set(near.slice(0, perPage).map(({ at }) => Math.floor(at / perPage)))).toEqual(new Set([1234]));
});

test('throws for vectors of different dimensions, and for a zero vector', () => {
  expect(() => createVectorTable([toBytes([1]), toBytes([1, 2])], ['/a', '/b'])).toThrow(/differ in length/);
  expect(() => toBytes([0, 0])).toThrow(/direction/);
});
