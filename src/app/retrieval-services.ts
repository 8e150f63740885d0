import { site } from '#site';
import { createGoogleEmbedder } from '#lib/retrieval/embeddings.ts';
import { openEmbeddingStore } from '#lib/retrieval/embedding-store.ts';
import { createRetriever } from '#lib/chat/retrieval.ts';
import type { Retriever } from '#lib/chat/chat-types.ts';
import { createVectorIndex, type VectorIndex } from '#lib/retrieval/vector-index.ts';
import type { Config } from './env.ts';
import type { Log } from '#lib/log/log.ts';
import { createLanguage } from '#lib/search/language.ts';
import type { PassageStore } from '#lib/search/passages.ts';
import type { Search } from '#lib/search/search.ts';

/** Opens the ranking of passages by meaning and starts to embed them; without `EMBEDDING_MODEL` search and chat rank by words alone. */
export function openMeaning(passages: PassageStore, config: Config, log: Log): VectorIndex | undefined {
  const { EMBEDDING_MODEL: model, GOOGLE_GENERATIVE_AI_API_KEY: apiKey, CHAT_BASE_URL: baseURL } = config;
  if (!model || !apiKey) return undefined;
  const embedder = createGoogleEmbedder({ model, apiKey, baseURL });
  const index = createVectorIndex({
    passages: passages.all(),
    embedder,
    store: openEmbeddingStore(config.DATA_DIR, embedder.key),
    log: (message) => log.info(message, { name: 'embeddings' }),
  });
  index.start();
  return index;
}

export function createChatRetriever({ passages, meaning }: Search, siteUrl: string): Retriever {
  return createRetriever({
    passages,
    meaning,
    language: createLanguage(passages),
    siteUrl,
    terms: (today) => site.terms(today),
    timeZone: site.timeZone,
    otherWords: site.otherWords,
  });
}
