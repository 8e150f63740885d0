import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEncoder } from '#lib/retrieval/encoder/encoder.ts';
import type { Embedder } from '#lib/retrieval/embedder.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { prepareEncoder } from './prepare-encoder.ts';

const folder = makeFolder();
const { signal } = new AbortController();
let encoder: Embedder;

beforeAll(async () => {
  prepareEncoder(folder);
  encoder = await openEncoder(folder);
}, 60_000);

afterAll(async () => {
  await encoder.close?.();
});

async function similarity(question: string, passage: string): Promise<number> {
  const [vector] = await encoder.embedPassages([{ title: '', text: passage }], signal);
  return cosine(await encoder.embedQuestion(question, signal), vector);
}

function cosine(one: Float32Array | null = null, other: Float32Array | null = null): number {
  const dot = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, number, at) => sum + number * (b[at] ?? 0), 0);
  return one && other ? dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other)) : NaN;
}

test('a paraphrase is more similar than a text on another subject', async () => {
  const near = await similarity('How do I get my money back?', 'Refunds of fees');
  const far = await similarity('How do I get my money back?', 'Soil samples are taken in spring');

  // all-MiniLM-L6-v2 in 32 bits returns .581 and -.045.
  expect(near).toBeCloseTo(0.58, 1);
  expect(far).toBeCloseTo(-0.04, 1);
});

test('encodes only the end of a long question, and only the start of a long passage', async () => {
  const filler = 'and so on '.repeat(200);
  const plain = await encoder.embedQuestion(`${filler.slice(-500)} library fees`, signal);
  const long = await encoder.embedQuestion(`${filler} library fees`, signal);
  const start = await similarity('library fees', `library fees ${filler}`);
  const end = await similarity('library fees', `${filler} library fees`);

  expect(cosine(plain, long)).toBeGreaterThan(0.99);
  expect(start).toBeGreaterThan(end);
});

test('embedQuestion returns null over capacity, and works again afterwards', async () => {
  const many = await Promise.all(
    Array.from({ length: 12 }, (_, at) => encoder.embedQuestion(`question ${at}`, signal)),
  );
  const later = await encoder.embedQuestion('one more', signal);

  expect(many.filter((vector) => vector === null)).toHaveLength(6);
  expect(later).toHaveLength(384);
});

test('openEncoder rejects a folder without a model', async () => {
  await expect(openEncoder(join(folder, 'missing'))).rejects.toThrow(/model\.onnx/);
});
