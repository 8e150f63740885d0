import { setTimeout as wait } from 'node:timers/promises';
import type { Embedder } from '#lib/retrieval/embedder.ts';
import { createVectorIndex } from '#lib/retrieval/vector-index.ts';
import { createGeneratedStore } from './generated-vectors.ts';

const passagesPerPage = 10;
const questionsPerSecond = 20;
const questions = 400;
const length = 384;

/** Measures the latency of different questions at a steady rate, with generated vectors for a number of pages. */
export async function measureLoad(encoder: Embedder, pages: number): Promise<Record<string, string>> {
  const count = pages * passagesPerPage;
  const vectors = Array.from({ length: count }, () =>
    Int8Array.from({ length }, () => Math.round(Math.random() * 254 - 127)),
  );
  const passages = vectors.map((_, id) => ({
    ...{ id, path: `/p${Math.floor(id / passagesPerPage)}`, anchor: null, type: 'page' as const },
    ...{ title: `${id}`, heading: '', text: '', score: 0 },
  }));
  const store = createGeneratedStore((at) => vectors[at] ?? new Int8Array());
  const index = createVectorIndex({ passages, embedder: encoder, store, log: () => undefined });
  index.start();
  while (!index.isComplete()) await wait(50);

  const times: number[] = [];
  let missed = 0;
  const pending: Promise<void>[] = [];
  for (let number = 0; number < questions; number++) {
    pending.push(ask(`How do I register for course number ${number} after the deadline?`));
    await wait(1000 / questionsPerSecond);
  }
  await Promise.all(pending);
  const quantile = (share: number) =>
    (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(1);
  return {
    pages: `${pages}`,
    'p50 ms': quantile(0.5),
    'p99 ms': quantile(0.99),
    'left to words': `${missed}`,
  };

  async function ask(question: string): Promise<void> {
    const before = performance.now();
    const near = await index.nearest(question, 60);
    if (near) times.push(performance.now() - before);
    else missed++;
  }
}
