import { runAtOnce } from '#lib/base/run-in-slices.ts';
import { toBytes } from './embedder.ts';

/** A vector's index in the table, and its cosine with the query vector. */
type Near = { at: number; similarity: number };

export type VectorTable = {
  /** The dimensions of a vector. */
  length: number;
  /**
   * Compares a vector with the rows of the table, in their order. A large table compares only rows of the nearest
   * pages.
   */
  compare(vector: Float32Array): Near[];
};

type Block = {
  length: number;
  compare(vector: Float32Array, ranges?: readonly Range[]): Near[];
};

type Range = { from: number; to: number };

/** Scanning more vectors blocks the event loop for too long. Larger tables scan only the nearest pages. */
const maxScanned = 5_000;
const maxPages = 500;

/**
 * Finds the nearest vectors. A small table compares all vectors. A large one compares only the vectors of the pages whose
 * mean vectors are the nearest.
 * @param pages the page of each vector; the vectors of a page are adjacent
 * @throws Error when the vectors differ in length
 */
export function createVectorTable(vectors: readonly Int8Array[], pages: readonly string[]): VectorTable {
  return runAtOnce(prepareVectorTable(vectors, pages));
}

/** Like `createVectorTable`. Each step processes one vector or page. */
export function* prepareVectorTable(
  vectors: readonly Int8Array[],
  pages: readonly string[],
): Generator<void, VectorTable> {
  const passages = yield* prepareBlock(vectors);
  if (vectors.length <= maxScanned) {
    return { length: passages.length, compare: (vector) => passages.compare(vector) };
  }
  const ranges = toRanges(pages);
  const vectorsOfPages = [];
  for (const { from, to } of ranges) {
    vectorsOfPages.push(toBytes(meanOf(vectors.slice(from, to))));
    yield;
  }
  const means = yield* prepareBlock(vectorsOfPages);
  return {
    length: passages.length,
    compare(vector) {
      const near = means
        .compare(vector)
        .sort((a, b) => b.similarity - a.similarity)
        .slice(0, maxPages)
        .sort((a, b) => a.at - b.at);
      return passages.compare(
        vector,
        near.flatMap(({ at }) => ranges[at] ?? []),
      );
    },
  };
}

function* prepareBlock(vectors: readonly Int8Array[]): Generator<void, Block> {
  const length = vectors[0]?.length ?? 0;
  const numbers = new Int8Array(length * vectors.length);
  const inverseNorms = new Float32Array(vectors.length);
  for (const [at, vector] of vectors.entries()) {
    if (vector.length !== length) throw new Error('the vectors differ in length');
    numbers.set(vector, at * length);
    inverseNorms[at] = 1 / normOf(vector);
    yield;
  }
  const everything = [{ from: 0, to: vectors.length }];

  return {
    length,
    compare(vector: Float32Array, ranges: readonly Range[] = everything): Near[] {
      const norm = normOf(vector);
      return ranges.flatMap(({ from, to }) => {
        return Array.from({ length: to - from }, (_, index) => {
          const at = from + index;
          const similarity = (multiply(numbers, at * length, vector) * (inverseNorms[at] ?? 0)) / norm;
          return { at, similarity };
        });
      });
    },
  };
}

/**
 * Returns the dot product of a vector and the row that begins at `start`. Its four sums can be computed in parallel. It
 * is a separate function, because V8 compiles nested loops again for each call (on-stack replacement). Both measures
 * reduce a query on 10,000 pages from 13 ms to 5.
 */
export function multiply(numbers: Int8Array, start: number, vector: Float32Array): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let index = 0; index < vector.length; index += 4) {
    const at = start + index;
    first += (numbers[at] ?? 0) * (vector[index] ?? 0);
    second += (numbers[at + 1] ?? 0) * (vector[index + 1] ?? 0);
    third += (numbers[at + 2] ?? 0) * (vector[index + 2] ?? 0);
    fourth += (numbers[at + 3] ?? 0) * (vector[index + 3] ?? 0);
  }
  return first + second + third + fourth;
}

function toRanges(pages: readonly string[]): Range[] {
  const starts = pages.flatMap((page, at) => (page === pages[at - 1] ? [] : [at]));
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? pages.length }));
}

function meanOf(vectors: readonly Int8Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) {
    const norm = normOf(vector);
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0) / norm;
  }
  return sum;
}

export function normOf(vector: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < vector.length; at++) sum += (vector[at] ?? 0) ** 2;
  return Math.sqrt(sum);
}
