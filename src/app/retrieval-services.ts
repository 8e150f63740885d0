import { site } from '#site';
import { createGoogleEmbedder } from '#lib/chat/embeddings.ts';
import { openEmbeddingStore } from '#lib/chat/embedding-store.ts';
import { createRetriever } from '#lib/chat/retrieval.ts';
import type { Retriever } from '#lib/chat/chat-types.ts';
import { createVectorIndex, type VectorIndex } from '#lib/chat/vector-index.ts';
import type { Config } from './env.ts';
import type { Log } from '#lib/log/log.ts';
import { createLanguage } from '#lib/search/language.ts';
import type { PassageStore } from '#lib/search/passages.ts';

type Retrieval = { retriever: Retriever; stop(): Promise<void> };

/** Ranks by words, and by meaning too if `EMBEDDING_MODEL` is set; passages are embedded in the background. */
export function createRetrieval(passages: PassageStore, config: Config, log: Log): Retrieval {
  const vectors = openVectors(passages, config, log);
  vectors?.start();
  const retriever = createRetriever({
    passages,
    language: createLanguage(passages),
    siteUrl: config.SITE_URL,
    terms: (today) => site.terms(today),
    timeZone: site.timeZone,
    otherWords: site.otherWords,
    vectors,
  });
  return {
    retriever,
    async stop() {
      await vectors?.stop();
    },
  };
}

function openVectors(passages: PassageStore, config: Config, log: Log): VectorIndex | undefined {
  const { EMBEDDING_MODEL: model, GOOGLE_GENERATIVE_AI_API_KEY: apiKey, CHAT_BASE_URL: baseURL } = config;
  if (!model || !apiKey) return undefined;
  const embedder = createGoogleEmbedder({ model, apiKey, baseURL });
  return createVectorIndex({
    passages: passages.all(),
    embedder,
    store: openEmbeddingStore(config.DATA_DIR, embedder.key),
    log: (message) => log.info(message, { name: 'embeddings' }),
  });
}
