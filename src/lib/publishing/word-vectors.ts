import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** For each common word of a language the direction of its meaning; the length says nothing. */
export type WordVectors = ReadonlyMap<string, Int8Array>;

/** What the passages say, as directions; docs/decisions/009-retrieval.md says how it serves. */
type Meaning = {
  /** How much a word tells: rarer in the passages tells more. */
  weights: ReadonlyMap<string, number>;
  /** Of each passage, in order. */
  passages: readonly { text: Float32Array; head: Float32Array }[];
  /** What is to be taken off a text's direction, since all texts of the site share it: first this ... */
  mean: Float32Array;
  /** ... and then its part along this. */
  common: Float32Array;
};

const rounds = 12;
const mostMeasured = 2000;
/** Fewer do not show what texts of the site share. */
const fewestMeasured = 50;

/** Reads the vectors of English words that word-vectors.md tells of. */
export function readWordVectors(
  file = fileURLToPath(new URL('word-vectors.bin', import.meta.url)),
): WordVectors {
  const bytes = readFileSync(file);
  const end = bytes.indexOf('\n');
  const words = bytes.toString('latin1', 0, end).split(' ');
  const size = (bytes.length - end - 1) / words.length;
  return new Map(
    words.map((word, at) => [
      word,
      new Int8Array(bytes.buffer, bytes.byteOffset + end + 1 + at * size, size),
    ]),
  );
}

/** A vector in a byte a number; its direction is kept and its length is not. */
export function toBytes(vector: ArrayLike<number>): Uint8Array {
  const numbers = Array.from(vector);
  const most = Math.max(...numbers.map(Math.abs)) || 1;
  return new Uint8Array(Int8Array.from(numbers, (number) => Math.round((number / most) * 127)).buffer);
}

type MeasuredPage = { passages: readonly { title: string; heading: string; text: string }[] };

/** Means of the words' vectors by rarity, less what they have in common (after Arora and others 2017). */
export function measureMeaning(pages: readonly MeasuredPage[], vectors: WordVectors): Meaning {
  const size = vectors.values().next().value?.length ?? 0;
  const read = pages.flatMap(({ passages }) =>
    passages.map(({ title, heading, text }) => ({
      text: wordsOf(`${title} ${title} ${heading} ${heading} ${text}`),
      head: wordsOf(`${title} ${heading} ${heading}`),
    })),
  );
  const weights = weigh(read.map(({ text }) => text));
  const told = new Map<string, Float32Array>();
  for (const [word, weight] of weights) {
    const vector = vectors.get(word);
    if (vector)
      told.set(
        word,
        unit(Float32Array.from(vector)).map((number) => weight * number),
      );
  }
  const add = (words: readonly string[]) => {
    const sum = new Float32Array(size);
    for (const word of words) addTo(sum, told.get(word), 1);
    return unit(sum);
  };
  const texts = read.map(({ text }) => add(text));
  const mean = new Float32Array(size);
  if (texts.length >= fewestMeasured) for (const text of texts) addTo(mean, text, 1 / texts.length);
  for (const text of texts) addTo(text, mean, -1);
  const every = Math.ceil(texts.length / mostMeasured);
  const common = principal(
    texts.length >= fewestMeasured ? texts.filter((_, at) => at % every === 0) : [],
    size,
  );
  for (const text of texts) addTo(text, common, -dot(text, common));
  return {
    weights,
    passages: texts.map((text, at) => ({ text: unit(text), head: add(read[at]?.head ?? []) })),
    mean,
    common,
  };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}{2,40}/gu) ?? [];
}

function weigh(texts: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of new Set(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map(
    [...counts].map(([word, count]) => [word, Math.log(1 + (texts.length - count + 0.5) / (count + 0.5))]),
  );
}

/** The direction along which the vectors differ most. */
function principal(vectors: readonly Float32Array[], size: number): Float32Array {
  let direction = unit(Float32Array.from({ length: size }, (_, at) => 1 / (at + 1)));
  for (let round = 0; round < rounds; round++) {
    const next = new Float32Array(size);
    for (const vector of vectors) addTo(next, vector, dot(vector, direction));
    direction = unit(next);
  }
  return direction;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  return vector.map((number) => number / length);
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

function addTo(sum: Float32Array, vector: Float32Array | undefined, share: number): void {
  if (vector) for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + share * (vector[at] ?? 0);
}
