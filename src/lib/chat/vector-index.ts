import { fillVectors, reasonOf, type FillOptions } from './vector-filling.ts';

/** Ranks passages by meaning, once their vectors are there. */
export type VectorIndex = {
  /** Makes the missing vectors in the background, and goes on after failures until it is stopped. */
  start(): void;
  /** Ids of the nearest passages, nearest first; null while there are no vectors or none for the question. */
  rank(question: string, limit: number): Promise<number[] | null>;
  isComplete(): boolean;
  stop(): Promise<void>;
};

type VectorIndexOptions = Omit<FillOptions, 'times' | 'signal'> & { times?: Partial<typeof usualTimes> };

/** In milliseconds. */
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
      working ??= fillVectors({ ...options, times, signal: stopped.signal }).then((made) => {
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
