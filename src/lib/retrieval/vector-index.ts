import { LRUCache } from 'lru-cache';
import { runInSlices } from '#lib/base/run-in-slices.ts';
import { embedPassages, nameAndStatus, type EmbeddedPassage, type EmbedOptions } from './embed-passages.ts';
import { rankPages, toRows, type NearPage, type PageSummary } from './near-pages.ts';
import { embedSentences, refineBySentences, unknown } from './sentences.ts';
import { prepareVectorTable, type VectorTable } from './vector-table.ts';

type NearPassage = {
  /** The passage's id in the passage store. */
  id: number;
  /** At most 1: the cosine of passage and text, or its mean with that of the nearest sentence. */
  similarity: number;
  /** The cosine of the nearest sentence and the text; of the whole passage if its sentences have no vectors. */
  sentenceSimilarity: number;
};

export type Near = {
  passages: NearPassage[];
  /** The greatest cosine of a whole passage; -1 without passages. */
  similarity: number;
  /** If `similarity` is less than this, the text is off topic. */
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
  /** Resolves when the sentences are embedded too, or when the index is stopped. */
  sentencesCompleted(): Promise<void>;
  /** Resolves when the passages are embedded, or when the index is stopped. */
  completed(): Promise<void>;
  stop(): Promise<void>;
};

/** Ranking by meaning that opens in the background. `nearest` resolves to null until then. */
export type OpenedMeaning = Meaning & {
  /** Resolves when it is open, or when it could not be opened. */
  opened: Promise<void>;
  /** Resolves when the ranking no longer changes. */
  refined: Promise<void>;
  stop(): Promise<void>;
};

type VectorIndexOptions = Omit<EmbedOptions, 'passages' | 'times' | 'signal'> & {
  passages: readonly (EmbeddedPassage & { id: number; path: string })[];
  summaries?: readonly PageSummary[];
  /** Reads a passage again, to embed its sentences. If undefined, only whole passages are compared. */
  readPassage?: ((id: number) => EmbeddedPassage | undefined) | undefined;
  times?: Partial<typeof defaultTimes>;
};

/** A row of the table. `hash` is null for a page's summary, which has no sentences. */
type Row = { id: number | null; path: string; hash: string | null };

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

/**
 * Caches vectors by a hash of the text, so that only new or changed passages are sent to the model. Sentences are embedded
 * after the passages; until all have vectors, only whole passages are compared.
 */
export function createVectorIndex({ passages, summaries = [], ...options }: VectorIndexOptions): VectorIndex {
  const { embedder, store, log } = options;
  /** The rows with their texts, until they are embedded. */
  let waiting = toRows(passages, summaries);
  let rows: Row[] = [];
  const times = { ...defaultTimes, ...options.times };
  const stopped = new AbortController();
  const cached = new LRUCache<string, Float32Array>({ max: maxCachedQuestions });
  let table: VectorTable | null = null;
  let isRefined = false;
  let embedding: Promise<void> | undefined;
  let refining: Promise<void> | undefined;
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
    const compared = table
      .compare(vector)
      .flatMap(({ at, similarity }) => (rows[at] ? [{ ...rows[at], similarity }] : []));
    return { whole: compared, refined: isRefined ? refine(compared, vector) : withoutSentences(compared) };
  }

  function refine<Compared extends Row & { similarity: number }>(compared: Compared[], vector: Float32Array) {
    try {
      return refineBySentences(compared, vector, store);
    } catch (error) {
      isRefined = false;
      log(`reading the vectors of sentences failed, comparing whole passages only: ${nameAndStatus(error)}`);
      return withoutSentences(compared);
    }
  }

  async function embedAll(): Promise<void> {
    const { signal } = stopped;
    const embedded = await embedPassages({ ...options, passages: waiting, times, signal });
    if (embedded) {
      rows = waiting.map(({ id, path }, at) => ({
        id,
        path,
        hash: id === null ? null : (embedded.hashes[at] ?? null),
      }));
      const pages = rows.map(({ path }) => path);
      table = await runInSlices(prepareVectorTable(embedded.vectors, pages));
      log('search by meaning is ready');
    }
    waiting = [];
  }

  async function embedAllSentences(): Promise<void> {
    const { readPassage } = options;
    if (!table || !embedder.embedsSentences || !readPassage) return;
    const ids = new Map(rows.flatMap(({ id, hash }) => (id === null || hash === null ? [] : [[hash, id]])));
    isRefined = await embedSentences({
      ...options,
      hashes: [...ids.keys()],
      readPassage: (hash) => readPassage(ids.get(hash) ?? -1),
      times,
      signal: stopped.signal,
    });
  }

  return {
    start() {
      embedding ??= embedAll();
      refining ??= embedding.then(embedAllSentences);
    },
    async nearest(text, limit) {
      const compared = await compare(text);
      if (!compared) return null;
      const near = compared.refined
        .flatMap(({ id, similarity, sentenceSimilarity }) =>
          id === null ? [] : [{ id, similarity, sentenceSimilarity }],
        )
        .sort((a, b) => b.similarity - a.similarity);
      const similarity = compared.whole.reduce(
        (greatest, { id, similarity: whole }) => (id === null ? greatest : Math.max(greatest, whole)),
        -1,
      );
      return { passages: near.slice(0, limit), similarity, minSimilarity: embedder.minSimilarity };
    },
    async nearestPages(text) {
      const compared = await compare(text);
      return compared && rankPages(compared.refined, embedder.minSimilarity);
    },
    isComplete: () => table !== null,
    completed: () => embedding ?? Promise.resolve(),
    sentencesCompleted: () => refining ?? Promise.resolve(),
    async stop() {
      if (stopped.signal.aborted) return;
      stopped.abort();
      await refining;
      await embedder.close?.();
      store.close();
    },
  };
}

function withoutSentences<Compared extends { similarity: number }>(rows: readonly Compared[]) {
  return rows.map((row) => ({ ...row, sentenceSimilarity: row.similarity, sentences: unknown }));
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
    refined: opening.then(() => index?.sentencesCompleted()),
    async stop() {
      await opening;
      await index?.stop();
    },
  };
}
