import { join } from 'node:path';
import { institute as currentInstitute } from '#lib/content/current-institute.ts';
import type { Institute } from '#lib/content/institute-schema.ts';
import { listTerms } from '#lib/content/term-rules.ts';
import type { Retriever } from '#lib/chat/chat-types.ts';
import { createRetriever } from '#lib/chat/create-retriever.ts';
import { openEncoder } from '#lib/retrieval/encoder/encoder.ts';
import { runInSlices } from '#lib/base/run-in-slices.ts';
import type { Log } from '#lib/log/log.ts';
import type { Embedder } from '#lib/retrieval/embedder.ts';
import { openEmbeddingStore, type EmbeddingStore } from '#lib/retrieval/embedding-store.ts';
import type { PageSummary } from '#lib/retrieval/near-pages.ts';
import { createLateMeaning, createVectorIndex, type OpenedMeaning } from '#lib/retrieval/vector-index.ts';
import type { CurrentSearch } from '#lib/search/current-search.ts';
import type { PassageStore } from '#lib/search/open-passages.ts';
import type { Search } from '#lib/search/search.ts';
import type { Config } from './env.ts';
import { messageOf } from '#lib/base/message-of.ts';

type MeaningOptions = { publishedDir: string; config: Config; log: Log; locale?: string };

/** The build's folder with the bundled encoder and its vectors. */
export const encoderFolder = 'encoder';
export const builtVectors = 'vectors.sqlite';

/** One embedder and one cache of vectors, shared by the indexes of all publications. */
type MeaningSource = {
  /** Ranks the passages by meaning once they are embedded. */
  open(passages: PassageStore, summaries: readonly PageSummary[]): OpenedMeaning;
  close(): Promise<void>;
};

type Opened = { embedder: Embedder; store: EmbeddingStore };

/** Embeds with Gemini if `EMBEDDING_MODEL` is set, else with the encoder. Undefined if ranking uses words only. */
export function createMeaningSource({
  publishedDir,
  config,
  log,
  locale = currentInstitute().locale,
}: MeaningOptions): MeaningSource | undefined {
  const { EMBEDDING_MODEL: model, GOOGLE_GENERATIVE_AI_API_KEY: apiKey, CHAT_BASE_URL: baseURL } = config;
  const folder = encoderFolderOf(config, publishedDir, locale);
  if (!(model && apiKey) && folder === undefined) {
    if (config.ENCODER === 'on') log.info(onlyWords(locale), { name: 'retrieval' });
    return undefined;
  }
  let source: Promise<Opened> | undefined;
  let reported: unknown;
  let isFirst = true;
  return {
    open(passages, summaries) {
      source ??= open();
      const opened = source;
      return createLateMeaning(async () => openIndex(await opened, { passages, summaries }), warnOnce);
    },
    async close() {
      const opened = await source?.catch(() => undefined);
      await opened?.embedder.close?.();
      opened?.store.close();
    },
  };

  async function open(): Promise<Opened> {
    const embedder = await openEmbedder();
    const file = join(config.DATA_DIR, 'embeddings.sqlite');
    const builtFile = join(publishedDir, builtVectors);
    return { embedder, store: openEmbeddingStore({ file, model: embedder.key, builtFile }) };
  }

  /** Logs once: every publication gets the same error if the source could not be opened. */
  function warnOnce(error: unknown): void {
    if (error === reported) return;
    reported = error;
    const reason = messageOf(error).split('\n')[0];
    log.warn(`semantic search is unavailable: ${reason}`, { name: 'retrieval' });
  }

  async function openEmbedder(): Promise<Embedder> {
    if (!model || !apiKey) return openEncoder(folder ?? '');
    const { createGoogleEmbedder } = await import('#lib/retrieval/google-embedder.ts');
    return createGoogleEmbedder({ model, apiKey, baseURL });
  }

  /**
   * The store is shared, so closing an index must not close it. Only the first index deletes unused vectors, because a
   * page may get its earlier text back.
   */
  async function openIndex(
    { embedder, store }: Opened,
    { passages, summaries }: { passages: PassageStore; summaries: readonly PageSummary[] },
  ) {
    const keepsOthers = isFirst ? {} : { retainOnly: () => undefined };
    isFirst = false;
    return createVectorIndex({
      passages: await runInSlices(passages.readAll()),
      summaries,
      readPassage: (id) => passages.get(id),
      embedder: { ...embedder, close: async () => undefined },
      store: { ...store, ...keepsOthers, close: () => undefined },
      log: (message) => log.info(message, { name: 'retrieval' }),
    });
  }
}

/** Undefined if ranking uses words only: the bundled encoder supports only English. */
export function encoderFolderOf(
  { ENCODER }: Pick<Config, 'ENCODER'>,
  buildDir: string,
  locale = currentInstitute().locale,
): string | undefined {
  if (ENCODER === 'off') return undefined;
  if (ENCODER !== 'on') return ENCODER;
  return locale.startsWith('en') ? join(buildDir, encoderFolder) : undefined;
}

function onlyWords(locale: string): string {
  return `search ranks by words only: the sentence encoder supports English, and the site's language is ${locale}`;
}

type RetrievedSite = { siteUrl: string; institute: () => Institute };

/** Retrieves the passages of the current publication. */
export function createChatRetriever(search: Pick<CurrentSearch, 'use'>, site: RetrievedSite): Retriever {
  const retrievers = new WeakMap<Search, Retriever>();
  return {
    retrieve: (messages) =>
      search.use((current) => {
        const retriever = retrievers.get(current) ?? retrieverOf(current, site);
        retrievers.set(current, retriever);
        return retriever.retrieve(messages);
      }),
  };
}

function retrieverOf(
  { passages, meaning, synonyms, addTitles, correct }: Search,
  { siteUrl, institute }: RetrievedSite,
): Retriever {
  return createRetriever({
    passages,
    meaning,
    addTitles,
    correct,
    siteUrl,
    terms: (today) => listTerms(institute().terms, today),
    timeZone: institute().timeZone,
    synonyms,
  });
}
