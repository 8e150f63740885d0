import { join } from 'node:path';
import { readConfig } from '#app/env.ts';
import { builtVectors, encoderFolderOf } from '#app/retrieval-services.ts';
import { openEncoder } from '#lib/retrieval/encoder/encoder.ts';
import { embedPassages } from '#lib/retrieval/embed-passages.ts';
import { openEmbeddingStore } from '#lib/retrieval/embedding-store.ts';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { toRows } from '#lib/retrieval/near-pages.ts';
import { openPageIndex, summariesOf } from '#lib/search/open-page-index.ts';
import { openPassages } from '#lib/search/open-passages.ts';
import { messageOf } from '#lib/base/message-of.ts';

const times = { batch: 600_000, minBackoff: 1000, maxBackoff: 1000, progress: 10_000 };

const buildDir = 'dist';

/**
 * Computes the vectors of a build's passages and summaries, so that search by meaning is ready when a server starts. Does nothing on
 * platforms without the encoder.
 */
export async function embedBuild(): Promise<void> {
  const config = readConfig();
  const folder = encoderFolderOf(config, buildDir);
  if (folder === undefined || config.EMBEDDING_MODEL) return;
  const encoder = await openEncoder(folder).catch((error: unknown) => {
    console.log(`lectern: no vectors for search by meaning: ${messageOf(error)}`);
  });
  if (!encoder) return;
  const { serverFiles } = readManifest(buildDir);
  const passages = openPassages(join(buildDir, serverFiles.passages));
  const summaries = summariesOf(openPageIndex(join(buildDir, serverFiles.searchIndex)));
  const store = openEmbeddingStore({ file: join(buildDir, builtVectors), model: encoder.key });
  try {
    await embedPassages({
      passages: toRows(passages.all(), summaries),
      embedder: encoder,
      store,
      times,
      log: (message) => console.log(`lectern: ${message}`),
      signal: new AbortController().signal,
    });
  } finally {
    passages.close();
    store.close();
    await encoder.close?.();
  }
}
