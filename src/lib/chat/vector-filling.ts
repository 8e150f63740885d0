import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { CandidatePassage } from '#lib/search/passages.ts';
import type { EmbeddedText, Embedder } from './embeddings.ts';
import type { EmbeddingStore } from './embedding-store.ts';

export type FillOptions = {
  passages: readonly CandidatePassage[];
  embedder: Embedder;
  store: EmbeddingStore;
  log: (message: string) => void;
  /** In milliseconds: for a batch, and before a failed one is tried again, doubled with each failure in a row. */
  times: { batch: number; firstPause: number; longestPause: number };
  signal: AbortSignal;
};

/**
 * Makes the vectors that the store has not, and goes on after failures.
 * @returns all vectors one behind the other, or null when it was stopped before
 */
export async function fillVectors(options: FillOptions): Promise<Float32Array | null> {
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
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? ` ${error.statusCode}` : '';
  return error.name + status;
}
