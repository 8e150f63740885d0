import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { CandidatePassage } from '#lib/search/passages.ts';
import type { EmbeddedText, Embedder } from './embeddings.ts';
import type { EmbeddingStore } from './embedding-store.ts';

/** Ranks passages by meaning, once their vectors are there. */
export type VectorIndex = {
  /** Makes the missing vectors in the background, and goes on after failures until it is stopped. */
  start(): void;
  /** Ids of the nearest passages, nearest first; null while there are no vectors or none for the question. */
  rank(question: string, limit: number): Promise<number[] | null>;
  isComplete(): boolean;
  stop(): Promise<void>;
};

type VectorIndexOptions = {
  passages: readonly CandidatePassage[];
  embedder: Embedder;
  store: EmbeddingStore;
  log: (message: string) => void;
  /** All in milliseconds. */
  times?: Partial<typeof usualTimes>;
};

const usualTimes = {
  /** For the vector of a question, while somebody waits. */
  question: 1500,
  /** For a batch of passages. */
  batch: 60_000,
  /** Before a failed batch is tried again; doubled with each failure in a row. */
  firstPause: 5000,
  longestPause: 600_000,
  /** For how long no question is sent after one failed. */
  rest: 30_000,
};

/** Every passage's vector is kept under a hash of its text, so only new or changed text is sent to the model. */
export function createVectorIndex(options: VectorIndexOptions): VectorIndex {
  const { passages, embedder, log } = options;
  const times = { ...usualTimes, ...options.times };
  const stopped = new AbortController();
  let vectors: Float32Array | null = null;
  let working: Promise<void> | undefined;
  let restUntil = 0;

  async function ask(question: string): Promise<Float32Array | null> {
    if (performance.now() < restUntil) return null;
    try {
      const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(times.question)]);
      return await embedder.embedQuestion(question, signal);
    } catch (error) {
      restUntil = performance.now() + times.rest;
      if (!stopped.signal.aborted) log(`a question got no vector, words alone decide: ${reasonOf(error)}`);
      return null;
    }
  }

  return {
    start() {
      working ??= fill({ ...options, times, signal: stopped.signal }).then((made) => {
        vectors = made;
      });
    },
    async rank(question, limit) {
      const vector = vectors && (await ask(question));
      if (!vectors || !vector || vectors.length !== vector.length * passages.length) return null;
      return nearest(vectors, vector, limit).map((at) => passages[at]?.id ?? -1);
    },
    isComplete: () => vectors !== null,
    async stop() {
      if (stopped.signal.aborted) return;
      stopped.abort();
      await working;
      options.store.close();
    },
  };
}

type FillOptions = VectorIndexOptions & { times: typeof usualTimes; signal: AbortSignal };

/** @returns all vectors one behind the other, or null when it was stopped before */
async function fill(options: FillOptions): Promise<Float32Array | null> {
  const { times, signal, log } = options;
  const isStopped = () => signal.aborted;
  for (let pause = times.firstPause; !isStopped(); pause = Math.min(2 * pause, times.longestPause)) {
    try {
      return await fillOnce(options, () => (pause = times.firstPause));
    } catch (error) {
      if (isStopped()) break;
      const seconds = Math.ceil(pause / 1000);
      log(`passages get no vectors now, trying again in ${seconds} s: ${reasonOf(error)}`);
      await wait(pause, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
  return null;
}

async function fillOnce(
  { passages, embedder, store, log, times, signal }: FillOptions,
  onProgress: () => void,
): Promise<Float32Array | null> {
  const texts = passages.map(toText);
  const hashes = texts.map(hashOf);
  const known = store.read([...new Set(hashes)]);
  const missing = new Map<string, EmbeddedText>();
  texts.forEach((text, at) => {
    const hash = hashes[at] ?? '';
    if (!known.has(hash)) missing.set(hash, text);
  });
  const batches = inBatches([...missing], embedder.mostTexts);
  let done = 0;
  for (const batch of batches) {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(times.batch)]);
    const made = await embedder.embedPassages(
      batch.map(([, text]) => text),
      limit,
    );
    const rows = made.map((vector, at) => ({ hash: batch[at]?.[0] ?? '', vector }));
    store.write(rows);
    for (const { hash, vector } of rows) known.set(hash, vector);
    done += batch.length;
    onProgress();
    log(`${done} of ${missing.size} passages have new vectors`);
    if (signal.aborted) return null;
  }
  if (missing.size > 0) store.keepOnly(hashes);
  return joinVectors(hashes.map((hash) => known.get(hash)));
}

/** @throws Error when they are not all there and of the same length */
function joinVectors(vectors: readonly (Float32Array | undefined)[]): Float32Array {
  const length = vectors[0]?.length ?? 0;
  const all = new Float32Array(length * vectors.length);
  for (const [at, vector] of vectors.entries()) {
    if (vector?.length !== length) throw new Error('the vectors are not all of one length');
    all.set(vector, at * length);
  }
  return all;
}

/** Positions of the vectors with the largest products, largest first. Ten million numbers take about 8 ms. */
export function nearest(vectors: Float32Array, wanted: Float32Array, limit: number): number[] {
  const length = wanted.length;
  const products = new Float32Array(vectors.length / length);
  for (let at = 0; at < products.length; at++) {
    let product = 0;
    const from = at * length;
    for (let index = 0; index < length; index++) {
      product += (vectors[from + index] ?? 0) * (wanted[index] ?? 0);
    }
    products[at] = product;
  }
  return [...products.keys()]
    .sort((a, b) => (products[b] ?? 0) - (products[a] ?? 0) || a - b)
    .slice(0, limit);
}

function toText({ title, heading, text }: CandidatePassage): EmbeddedText {
  return { title: heading === '' ? title : `${title} - ${heading}`, text };
}

function hashOf({ title, text }: EmbeddedText): string {
  return createHash('sha256').update(`${title}\n${text}`).digest('base64url');
}

function inBatches<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}

/** What went wrong without the upstream's body, which may repeat what was sent. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? ` ${error.statusCode}` : '';
  return error.name + status;
}
