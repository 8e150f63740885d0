import { createGoogle, type GoogleEmbeddingModelOptions } from '@ai-sdk/google';
import { embed, embedMany } from 'ai';
import type { EmbeddedText, Embedder } from './embedder.ts';

type EmbedderOptions = { model: string; apiKey: string; baseURL?: string | undefined };

/** Enough dimensions to rank a site's passages; the models return 3,072 by default. */
const dimensions = 768;
/** The limit of `batchEmbedContents`. */
const maxBatchSize = 100;

/**
 * Creates an embedder for a Gemini model. The first generation reads the task from `taskType`, later ones from a
 * prefix of the text (ai.google.dev/gemini-api/docs/embeddings).
 */
export function createGoogleEmbedder({ model, apiKey, baseURL }: EmbedderOptions): Embedder {
  const google = createGoogle({ apiKey, ...(baseURL && { baseURL }) }).embedding(model);
  const usesTaskType = /^(?:text-embedding-|embedding-|gemini-embedding-(?:001|exp))/.test(model);
  const optionsFor = (taskType: 'RETRIEVAL_DOCUMENT' | 'RETRIEVAL_QUERY') => ({
    google: {
      outputDimensionality: dimensions,
      ...(usesTaskType && { taskType }),
    } satisfies GoogleEmbeddingModelOptions,
  });
  const passageText = ({ title, text }: EmbeddedText) =>
    usesTaskType ? `${title}\n${text}` : `title: ${title} | text: ${text}`;
  const questionText = (question: string) =>
    usesTaskType ? question : `task: search result | query: ${question}`;

  return {
    key: `${model}/${dimensions}/bytes`,
    maxBatchSize,
    // No question is off topic by its cosine, for which no threshold was measured with a real model. The chat model
    // declines to answer instead.
    minSimilarity: -1,
    embedsSentences: false,
    async embedPassages(passages, abortSignal) {
      const { embeddings } = await embedMany({
        model: google,
        values: passages.map(passageText),
        providerOptions: optionsFor('RETRIEVAL_DOCUMENT'),
        maxRetries: 0,
        abortSignal,
      });
      if (embeddings.length !== passages.length)
        throw new Error('the model returned a different number of vectors');
      return embeddings.map((embedding) => Float32Array.from(embedding));
    },
    async embedQuestion(question, abortSignal) {
      const { embedding } = await embed({
        model: google,
        value: questionText(question),
        providerOptions: optionsFor('RETRIEVAL_QUERY'),
        maxRetries: 0,
        abortSignal,
      });
      return Float32Array.from(embedding);
    },
  };
}
