import { sleep } from '#lib/base/repeat.ts';
import { splitPassage } from '#lib/i18n/sentences.ts';
import { runInSlices } from '#lib/base/run-in-slices.ts';
import { toText, withRetries, type EmbeddedPassage, type EmbedOptions } from './embed-passages.ts';
import { toBytes, type EmbeddedText } from './embedder.ts';
import type { EmbeddingStore } from './embedding-store.ts';
import { multiply, normOf } from './vector-table.ts';

type SentenceOptions = Omit<EmbedOptions, 'passages'> & {
  /** The hashes of the passages' texts, for the cache. */
  hashes: readonly string[];
  /** Reads the passage of a hash again, so that the texts need not stay in memory. */
  readPassage: (hash: string) => EmbeddedPassage | undefined;
};

/** The version of `splitPassage`, as a part of the cache key. */
const version = 2;
/** In passages. */
const batchSize = 16;
/** Only sentences of the passages that are nearest by their whole texts are compared. */
const maxRefined = 50;
/** For a passage whose sentences are not compared. */
export const unknown: readonly number[] = [];
/** The weight of the whole text; the nearest sentence has the weight 1. */
const wholeWeight = 2;

/**
 * Embeds the sentences of the passages that the cache lacks, with retries. Pauses after each batch for half as long as it
 * took, so that it uses at most two thirds of one core.
 * @returns false if aborted
 */
export async function embedSentences(options: SentenceOptions): Promise<boolean> {
  const { readPassage, embedder, store, log, times, signal } = options;
  let reported = performance.now();
  async function embedBatch(hashes: readonly string[]): Promise<void> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(times.batch)]);
    const rows = [];
    for (const hash of hashes) {
      const passage = readPassage(hash);
      if (!passage) continue;
      const vectors = await embedder.embedPassages(toSentences(passage), limit);
      rows.push({ hash: keyOf(hash), vector: joinVectors(vectors.map(toBytes)) });
    }
    store.write(rows);
  }
  const isDone = await withRetries(options, async (onProgress) => {
    const missing = await runInSlices(findMissing(options));
    for (let at = 0; at < missing.length; at += batchSize) {
      const before = performance.now();
      await embedBatch(missing.slice(at, at + batchSize));
      onProgress();
      if (performance.now() - reported >= times.progress) {
        reported = performance.now();
        const done = Math.min(at + batchSize, missing.length);
        log(`embedded the sentences of ${done} of ${missing.length} passages`);
      }
      await sleep((performance.now() - before) / 2, signal);
      if (signal.aborted) return false;
    }
    return true;
  });
  return isDone ?? false;
}

/** Each step looks up one passage. */
function* findMissing({ hashes, store }: Pick<SentenceOptions, 'hashes' | 'store'>) {
  const missing = [];
  for (const hash of hashes) {
    if (!store.has(keyOf(hash))) missing.push(hash);
    yield;
  }
  return missing;
}

/** The sentences of a passage, each with its heading. */
function toSentences(passage: EmbeddedPassage): EmbeddedText[] {
  const { title, text } = toText(passage);
  return splitPassage(text).map((sentence) => ({ title, text: sentence }));
}

/**
 * Replaces the similarities of the nearest passages by the mean of the similarities of the whole text and of the nearest
 * sentence. A passage whose sentences are not cached keeps its similarity, and is its own nearest sentence.
 */
export function refineBySentences<Row extends { hash: string | null; similarity: number }>(
  rows: readonly Row[],
  vector: Float32Array,
  store: Pick<EmbeddingStore, 'read'>,
): (Row & { sentenceSimilarity: number; sentences: readonly number[] })[] {
  const similarities = Float64Array.from(rows, ({ hash, similarity }) => (hash === null ? -1 : similarity));
  const least = similarities.sort().at(-maxRefined) ?? -1;
  const nearest = rows.filter(({ hash, similarity }) => hash !== null && similarity >= least);
  const keys = new Map(
    nearest
      .slice(0, maxRefined)
      .flatMap((row) => (row.hash === null ? [] : [[row, keyOf(row.hash)] as const])),
  );
  const stored = store.read([...keys.values()]);
  return rows.map((row) => {
    const vectors = stored.get(keys.get(row) ?? '');
    if (!vectors) return { ...row, sentenceSimilarity: row.similarity, sentences: unknown };
    const sentences = compareSentences(vectors, vector);
    const best = Math.max(...sentences);
    const similarity = (wholeWeight * row.similarity + best) / (wholeWeight + 1);
    return { ...row, similarity, sentenceSimilarity: best, sentences };
  });
}

/** Returns the cosine of each sentence. */
function compareSentences(vectors: Int8Array, vector: Float32Array): number[] {
  const norm = normOf(vector);
  return Array.from({ length: vectors.length / vector.length }, (_, sentence) => {
    const at = sentence * vector.length;
    return multiply(vectors, at, vector) / (normOf(vectors.subarray(at, at + vector.length)) * norm);
  });
}

/** A suffix of the passage's hash, so that the cache drops both together. */
function keyOf(hash: string): string {
  return `${hash}.sentences-${version}`;
}

function joinVectors(vectors: readonly Int8Array[]): Int8Array {
  return Int8Array.from(vectors.flatMap((vector) => [...vector]));
}
