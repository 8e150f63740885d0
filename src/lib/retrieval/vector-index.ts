import { describeError, embedPassages, type EmbedOptions } from './embed-passages.ts';

export type NearPassage = {
  /** Of the passage in the store. */
  id: number;
  /** The cosine of its vector and the text's, at most 1. */
  similarity: number;
};

/** Ranks passages by meaning, for search and chat. */
export type Meaning = {
  /**
   * Resolves to the passages nearest in meaning to a text, nearest first, or to null without vectors for the passages or the
   * text. It never rejects.
   */
  nearest(text: string, limit: number): Promise<NearPassage[] | null>;
};

/** Ranks passages by meaning once they are embedded. */
export type VectorIndex = Meaning & {
  /** Embeds the passages in the background, with retries until it is stopped. */
  start(): void;
  isComplete(): boolean;
  stop(): Promise<void>;
};

type VectorIndexOptions = Omit<EmbedOptions, 'times' | 'signal'> & { times?: Partial<typeof defaultTimes> };

/** In milliseconds. */
const defaultTimes = {
  /** Timeout of a question, while a visitor waits. */
  question: 1500,
  batch: 60_000,
  minBackoff: 5000,
  maxBackoff: 600_000,
  /** No question is embedded for this long after one failed. */
  cooldown: 30_000,
};

/** Caches vectors by a hash of the text, so that only new or changed passages are sent to the model. */
export function createVectorIndex(options: VectorIndexOptions): VectorIndex {
  const { passages, embedder, log } = options;
  const times = { ...defaultTimes, ...options.times };
  const stopped = new AbortController();
  let vectors: Float32Array | null = null;
  let embedding: Promise<void> | undefined;
  let cooldownEnd = 0;

  async function embedQuestion(question: string): Promise<Float32Array | null> {
    if (performance.now() < cooldownEnd) return null;
    try {
      const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(times.question)]);
      return await embedder.embedQuestion(question, signal);
    } catch (error) {
      cooldownEnd = performance.now() + times.cooldown;
      if (!stopped.signal.aborted) {
        log(`embedding a question failed, ranking by words only: ${describeError(error)}`);
      }
      return null;
    }
  }

  return {
    start() {
      embedding ??= embedPassages({ ...options, times, signal: stopped.signal }).then((result) => {
        vectors = result;
      });
    },
    async nearest(question, limit) {
      const vector = vectors && (await embedQuestion(question));
      if (!vectors || !vector || vectors.length !== vector.length * passages.length) return null;
      return findNearest(vectors, vector, limit).map(({ at, similarity }) => ({
        id: passages[at]?.id ?? -1,
        similarity,
      }));
    },
    isComplete: () => vectors !== null,
    async stop() {
      if (stopped.signal.aborted) return;
      stopped.abort();
      await embedding;
      options.store.close();
    },
  };
}

/** Returns the vectors with the largest dot products. Ten million numbers take about 8 ms. */
function findNearest(vectors: Float32Array, query: Float32Array, limit: number) {
  const length = query.length;
  const products = new Float32Array(vectors.length / length);
  for (let at = 0; at < products.length; at++) {
    let product = 0;
    const from = at * length;
    for (let index = 0; index < length; index++) {
      product += (vectors[from + index] ?? 0) * (query[index] ?? 0);
    }
    products[at] = product;
  }
  return [...products.keys()]
    .sort((a, b) => (products[b] ?? 0) - (products[a] ?? 0) || a - b)
    .slice(0, limit)
    .map((at) => ({ at, similarity: products[at] ?? 0 }));
}
