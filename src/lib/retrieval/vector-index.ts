import { LRUCache } from 'lru-cache';
import { runInSlices } from '#lib/http/run-in-slices.ts';
import { embedPassages, nameAndStatus, type EmbeddedPassage, type EmbedOptions } from './embed-passages.ts';
import { rankPages, toRows, type NearPage, type PageSummary } from './near-pages.ts';
import { prepareVectorTable, type VectorTable } from './vector-table.ts';

type NearPassage = {
  /** The passage's id in the passage store. */
  id: number;
  /** The cosine of the vectors of passage and text, at most 1. */
  similarity: number;
};

export type Near = {
  passages: NearPassage[];
  /** If no passage has at least this similarity, the text is off topic. */
  minSimilarity: number;
};

/**
 * Ranks passages and pages by meaning, nearest first. Resolves to null if the passages or the text have no vectors.
 * Never rejects.
 */
export type Meaning = {
  /** For the chat. */
  nearest(text: string, limit: number): Promise<Near | null>;
  /** For search: compares all pages with the text; on a large site, only the nearest ones. */
  nearestPages(text: string): Promise<NearPage[] | null>;
};

/** Ranks passages by meaning once they are embedded. */
export type VectorIndex = Meaning & {
  /** Embeds the passages in the background, with retries until it is stopped. */
  start(): void;
  isComplete(): boolean;
  /** Resolves when the passages are embedded, or when the index is stopped. */
  completed(): Promise<void>;
  stop(): Promise<void>;
};

/** Ranking by meaning that opens in the background. `nearest` resolves to null until then. */
export type OpenedMeaning = Meaning & {
  /** Resolves when it is open, or when it could not be opened. */
  opened: Promise<void>;
  stop(): Promise<void>;
};

type VectorIndexOptions = Omit<EmbedOptions, 'passages' | 'times' | 'signal'> & {
  passages: readonly (EmbeddedPassage & { id: number; path: string })[];
  summaries?: readonly PageSummary[];
  times?: Partial<typeof defaultTimes>;
};

/** In milliseconds. */
const defaultTimes = {
  /** Timeout of a question. */
  question: 1500,
  batch: 60_000,
  minBackoff: 5000,
  maxBackoff: 600_000,
  progress: 10_000,
  /** After embedding a question fails, no question is embedded for this long. */
  cooldown: 30_000,
};
const maxCachedQuestions = 500;

/** Caches vectors by a hash of the text, so that only new or changed passages are sent to the model. */
export function createVectorIndex({ passages, summaries = [], ...options }: VectorIndexOptions): VectorIndex {
  const { embedder, log } = options;
  /** The rows with their texts, until they are embedded. */
  let waiting = toRows(passages, summaries);
  const rows = waiting.map(({ id, path }) => ({ id, path }));
  const times = { ...defaultTimes, ...options.times };
  const stopped = new AbortController();
  const cached = new LRUCache<string, Float32Array>({ max: maxCachedQuestions });
  let table: VectorTable | null = null;
  let embedding: Promise<void> | undefined;
  let cooldownEnd = 0;

  async function embedQuestion(question: string): Promise<Float32Array | null> {
    const known = cached.get(question);
    if (known || performance.now() < cooldownEnd) return known ?? null;
    try {
      const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(times.question)]);
      const vector = await embedder.embedQuestion(question, signal);
      if (vector) cached.set(question, vector);
      return vector;
    } catch (error) {
      cooldownEnd = performance.now() + times.cooldown;
      if (!stopped.signal.aborted) {
        log(`embedding a question failed, ranking by words only: ${nameAndStatus(error)}`);
      }
      return null;
    }
  }

  /** Compares a text with the passages and summaries. */
  async function compare(text: string) {
    const vector = table && (await embedQuestion(text.trim()));
    if (!table || vector?.length !== table.length) return null;
    return table
      .compare(vector)
      .flatMap(({ at, similarity }) => (rows[at] ? [{ ...rows[at], similarity }] : []));
  }

  return {
    start() {
      const { signal } = stopped;
      embedding ??= embedPassages({ ...options, passages: waiting, times, signal }).then(async (vectors) => {
        waiting = [];
        if (!vectors) return;
        const pages = rows.map(({ path }) => path);
        table = await runInSlices(prepareVectorTable(vectors, pages));
        log('search by meaning is ready');
      });
    },
    async nearest(text, limit) {
      const compared = await compare(text);
      if (!compared) return null;
      const near = compared
        .flatMap(({ id, similarity }) => (id === null ? [] : [{ id, similarity }]))
        .sort((a, b) => b.similarity - a.similarity);
      return { passages: near.slice(0, limit), minSimilarity: embedder.minSimilarity };
    },
    async nearestPages(text) {
      const compared = await compare(text);
      return compared && rankPages(compared, embedder.minSimilarity);
    },
    isComplete: () => table !== null,
    completed: () => embedding ?? Promise.resolve(),
    async stop() {
      if (stopped.signal.aborted) return;
      stopped.abort();
      await embedding;
      await embedder.close?.();
      options.store.close();
    },
  };
}

/** Opens an index in the background, so that the server does not wait for it. */
export function createLateMeaning(
  open: () => Promise<VectorIndex>,
  onError: (error: unknown) => void,
): OpenedMeaning {
  let index: VectorIndex | undefined;
  const opening = open().then((opened) => {
    index = opened;
    index.start();
  }, onError);
  return {
    nearest: async (text, limit) => (await index?.nearest(text, limit)) ?? null,
    nearestPages: async (text) => (await index?.nearestPages(text)) ?? null,
    opened: opening.then(() => index?.completed()),
    async stop() {
      await opening;
      await index?.stop();
    },
  };
}
