import { createHash } from 'node:crypto';
import { sleep } from '#lib/base/repeat.ts';
import { runInSlices } from '#lib/base/run-in-slices.ts';
import { toBytes, type EmbeddedText, type Embedder } from './embedder.ts';
import type { EmbeddingStore } from './embedding-store.ts';

/** In milliseconds. */
type EmbeddingTimes = {
  /** Timeout of one batch. */
  batch: number;
  /** Wait before the first retry; doubles with each consecutive failure. */
  minBackoff: number;
  maxBackoff: number;
  /** Minimum time between two progress logs. */
  progress: number;
};

/** The embedded text of a passage, or of a page's title and summary. */
export type EmbeddedPassage = { title: string; heading: string; text: string };

export type EmbedOptions = {
  passages: readonly EmbeddedPassage[];
  embedder: Embedder;
  store: EmbeddingStore;
  log: (message: string) => void;
  times: EmbeddingTimes;
  signal: AbortSignal;
};

/** The cache keys and vectors of passages, in their order. */
type Embedded = { hashes: string[]; vectors: Int8Array[] };

/** Embeds all passages, with retries. Resolves to null if aborted. */
export function embedPassages(options: EmbedOptions): Promise<Embedded | null> {
  return withRetries(options, (onProgress) => embedOnce(options, onProgress));
}

/**
 * Runs work until it succeeds, with a longer wait after each failure without progress. Resolves to null if aborted.
 */
export async function withRetries<Result>(
  { times, signal, log }: Pick<EmbedOptions, 'times' | 'signal' | 'log'>,
  run: (onProgress: () => void) => Promise<Result>,
): Promise<Result | null> {
  const isAborted = () => signal.aborted;
  for (let backoff = times.minBackoff; !isAborted(); backoff = Math.min(2 * backoff, times.maxBackoff)) {
    try {
      return await run(() => (backoff = times.minBackoff));
    } catch (error) {
      if (isAborted()) break;
      const seconds = Math.ceil(backoff / 1000);
      log(`embedding passages failed, retrying in ${seconds} s: ${nameAndStatus(error)}`);
      await sleep(backoff, signal);
    }
  }
  return null;
}

async function embedOnce(
  { passages, embedder, store, log, times, signal }: EmbedOptions,
  onProgress: () => void,
): Promise<Embedded | null> {
  const { hashes, vectors, missing } = await runInSlices(readKnown(passages, store));
  let done = 0;
  let reported = -Infinity;
  for (const batch of inBatches([...missing], embedder.maxBatchSize)) {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(times.batch)]);
    const embedded = await embedder.embedPassages(
      batch.map(([, text]) => text),
      limit,
    );
    const rows = embedded.map((vector, at) => ({ hash: batch[at]?.[0] ?? '', vector: toBytes(vector) }));
    store.write(rows);
    for (const { hash, vector } of rows) vectors.set(hash, vector);
    done += batch.length;
    onProgress();
    if (done === missing.size || performance.now() - reported >= times.progress) {
      reported = performance.now();
      log(`embedded ${done} of ${missing.size} new passages`);
    }
    if (signal.aborted) return null;
  }
  if (missing.size > 0) store.retainOnly(hashes);
  return { hashes, vectors: hashes.map((hash) => vectors.get(hash) ?? new Int8Array()) };
}

/** Each step reads one passage's vector. */
function* readKnown(passages: readonly EmbeddedPassage[], store: EmbeddingStore) {
  const hashes: string[] = [];
  const vectors = new Map<string, Int8Array>();
  const missing = new Map<string, EmbeddedText>();
  for (const passage of passages) {
    const text = toText(passage);
    const hash = hashOf(text);
    hashes.push(hash);
    const known = vectors.get(hash) ?? store.read([hash]).get(hash);
    if (known) vectors.set(hash, known);
    else missing.set(hash, text);
    yield;
  }
  return { hashes, vectors, missing };
}

export function toText({ title, heading, text }: EmbeddedPassage): EmbeddedText {
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

/** Returns only the name and status: the provider's response may quote the text. */
export function nameAndStatus(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? ` ${error.statusCode}` : '';
  return error.name + status;
}
