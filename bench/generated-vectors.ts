import { openEncoder } from '#lib/retrieval/encoder/encoder.ts';
import { toBytes } from '#lib/retrieval/embedder.ts';
import type { EmbeddingStore } from '#lib/retrieval/embedding-store.ts';
import { createVectorIndex, type VectorIndex } from '#lib/retrieval/vector-index.ts';
import type { PassageStore } from '#lib/search/open-passages.ts';

const sentencesPerPassage = 6;

/**
 * Creates a store with a vector for every passage, so that no passage must be embedded. All passages have the same
 * sentences.
 */
export function createGeneratedStore(makeVector: (at: number) => Int8Array): EmbeddingStore {
  const sentences = Int8Array.from(
    Array.from({ length: sentencesPerPassage }, (_, at) => [...makeVector(at)]).flat(),
  );
  const isOfSentences = (hash: string) => hash.includes('.');
  let made = 0;
  return {
    read: (hashes) =>
      new Map(hashes.map((hash) => [hash, isOfSentences(hash) ? sentences : makeVector(made++)])),
    has: () => true,
    write: () => undefined,
    retainOnly: () => undefined,
    close: () => undefined,
  };
}

const embeddedPassages = 32;
const noise = 0.02;

/**
 * Ranks by meaning with generated vectors. Each is the vector of one of a few embedded passages with noise, so that
 * queries have near passages, as on a real site.
 */
export async function openGeneratedMeaning(
  encoderFolder: string,
  passages: PassageStore,
): Promise<VectorIndex> {
  const encoder = await openEncoder(encoderFolder);
  const all = passages.all();
  const texts = all.slice(0, embeddedPassages).map(({ title, text }) => ({ title, text }));
  const real = await encoder.embedPassages(texts, new AbortController().signal);
  const store = createGeneratedStore((at) =>
    toBytes(
      (real[at % real.length] ?? new Float32Array()).map((number) => number + noise * (Math.random() - 0.5)),
    ),
  );
  return createVectorIndex({
    passages: all,
    readPassage: () => undefined,
    embedder: encoder,
    store,
    log: () => undefined,
  });
}
