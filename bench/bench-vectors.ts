import { join } from 'node:path';
import { openEmbeddingStore, type EmbeddingStore } from '#lib/retrieval/embedding-store.ts';

/** Opens the vectors of a build and of all texts that benches have embedded, so that each text is embedded once. */
export function openBenchVectors(dist: string, model: string): EmbeddingStore {
  const builtFile = join(dist, 'vectors.sqlite');
  const store = openEmbeddingStore({ file: '.cache/bench-vectors.sqlite', model, builtFile });
  // Several sites use the file.
  return { ...store, retainOnly: () => undefined };
}
