import { setTimeout as wait } from 'node:timers/promises';
import type { Embedder } from '#lib/retrieval/embedder.ts';
import { createVectorIndex } from '#lib/retrieval/vector-index.ts';
import { createGeneratedStore } from './generated-vectors.ts';
import { sized } from './sized.ts';
import { percentile } from './statistics.ts';

const passagesPerPage = 10;
const questionsPerSecond = 20;
const questions = sized(400, 3);
const length = 384;

/** Measures the latency of different questions at a steady rate, with generated vectors for a number of pages. */
export async function measureLoad(encoder: Embedder, pages: number): Promise<Record<string, string>> {
  const count = pages * passagesPerPage;
  const vectors = Array.from({ length: count }, () =>
    Int8Array.from({ length }, () => Math.round(Math.random() * 254 - 127)),
  );
  const passages = vectors.map((_, id) => ({
    id,
    path: `/p${Math.floor(id / passagesPerPage)}`,
    anchor: null,
    type: 'page' as const,
    title: `${id}`,
    heading: '',
    text: '',
    score: 0,
  }));
  const store = createGeneratedStore((at) => vectors[at] ?? new Int8Array());
  const index = createVectorIndex({
    passages,
    readPassage: () => undefined,
    embedder: encoder,
    store,
    log: () => undefined,
  });
  index.start();
  await index.sentencesCompleted();

  const times: number[] = [];
  let missed = 0;
  const pending: Promise<void>[] = [];
  for (let number = 0; number < questions; number++) {
    pending.push(ask(`How do I register for course number ${number} after the deadline?`));
    await wait(1000 / questionsPerSecond);
  }
  await Promise.all(pending);
  return {
    pages: `${pages}`,
    'p50 ms': percentile(times, 0.5).toFixed(1),
    'p99 ms': percentile(times, 0.99).toFixed(1),
    'by words only': `${missed}`,
  };

  async function ask(question: string): Promise<void> {
    const before = performance.now();
    const near = await index.nearest(question, 60);
    if (near) times.push(performance.now() - before);
    else missed++;
  }
}
