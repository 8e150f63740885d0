import { join } from 'node:path';
import { site } from '#site';
import type { Retriever } from '#lib/chat/chat-types.ts';
import { createRetriever } from '#lib/chat/retrieval.ts';
import { openEncoder } from '#lib/encoder/encoder.ts';
import type { Log } from '#lib/log/log.ts';
import type { Embedder } from '#lib/retrieval/embedder.ts';
import { openEmbeddingStore } from '#lib/retrieval/embedding-store.ts';
import { createLateMeaning, createVectorIndex, type OpenedMeaning } from '#lib/retrieval/vector-index.ts';
import type { PassageStore } from '#lib/search/passages.ts';
import type { Search } from '#lib/search/search.ts';
import type { Config } from './env.ts';

type MeaningOptions = { publishedDir: string; config: Config; log: Log };

/** The build's folder with the encoder that ships with the product, and the vectors that it made. */
export const encoderFolder = 'encoder';
export const builtVectors = 'vectors.sqlite';

/** Ranks passages by meaning once they are embedded: with Gemini if `EMBEDDING_MODEL` is set, else with the encoder. */
export function openMeaning(passages: PassageStore, options: MeaningOptions): OpenedMeaning | undefined {
  const {
    EMBEDDING_MODEL: model,
    GOOGLE_GENERATIVE_AI_API_KEY: apiKey,
    CHAT_BASE_URL: baseURL,
  } = options.config;
  const log = (message: string) => options.log.info(message, { name: 'retrieval' });
  const folder = encoderFolderOf(options.config, options.publishedDir);
  const openEmbedder = async () => {
    if (!model || !apiKey) return openEncoder(folder ?? '');
    const { createGoogleEmbedder } = await import('#lib/retrieval/google-embedder.ts');
    return createGoogleEmbedder({ model, apiKey, baseURL });
  };
  if (!(model && apiKey) && folder === undefined) return undefined;
  return createLateMeaning(async () => openIndex(await openEmbedder()), warnOnce);

  function warnOnce(error: unknown): void {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    options.log.warn(`semantic search is unavailable: ${reason}`, { name: 'retrieval' });
  }

  function openIndex(embedder: Embedder) {
    const store = openEmbeddingStore({
      file: join(options.config.DATA_DIR, 'embeddings.sqlite'),
      model: embedder.key,
      builtFile: join(options.publishedDir, builtVectors),
    });
    return createVectorIndex({ passages: passages.all(), embedder, store, log });
  }
}

/** Undefined if ranking uses words only: the encoder that ships with the product supports only English. */
export function encoderFolderOf({ ENCODER }: Pick<Config, 'ENCODER'>, buildDir: string): string | undefined {
  if (ENCODER === 'off') return undefined;
  if (ENCODER !== 'on') return ENCODER;
  return site.locale.startsWith('en') ? join(buildDir, encoderFolder) : undefined;
}

export function createChatRetriever({ passages, meaning }: Search, siteUrl: string): Retriever {
  return createRetriever({
    passages,
    meaning,
    siteUrl,
    terms: (today) => site.terms(today),
    timeZone: site.timeZone,
    otherWords: site.otherWords,
  });
}
