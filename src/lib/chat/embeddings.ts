import { createGoogle, type GoogleEmbeddingModelOptions } from '@ai-sdk/google';
import { embed, embedMany } from 'ai';

/** Makes vectors of length 1 from texts; throws what the model's client throws. */
export type Embedder = {
  /** Changes with whatever makes other vectors of the same text. */
  key: string;
  /** At most this many texts at once. */
  mostTexts: number;
  embedPassages(passages: readonly EmbeddedText[], signal: AbortSignal): Promise<Float32Array[]>;
  embedQuestion(question: string, signal: AbortSignal): Promise<Float32Array>;
};

export type EmbeddedText = { title: string; text: string };

type EmbedderOptions = { model: string; apiKey: string; baseURL?: string | undefined };

/** Enough to rank a site's passages; the models give 3,072 unless told. */
const dimensions = 768;
/** The most that `batchEmbedContents` takes. */
const mostTexts = 100;

/**
 * A Gemini embedding model. The first generation is told its task by `taskType`; from the second on that is
 * not read, and the text itself says it (ai.google.dev/gemini-api/docs/embeddings).
 */
export function createGoogleEmbedder({ model, apiKey, baseURL }: EmbedderOptions): Embedder {
  const google = createGoogle({ apiKey, ...(baseURL && { baseURL }) }).embedding(model);
  const readsTaskType = /^(?:text-embedding-|embedding-|gemini-embedding-(?:001|exp))/.test(model);
  const optionsFor = (taskType: 'RETRIEVAL_DOCUMENT' | 'RETRIEVAL_QUERY') => ({
    google: {
      outputDimensionality: dimensions,
      ...(readsTaskType && { taskType }),
    } satisfies GoogleEmbeddingModelOptions,
  });
  const passageText = ({ title, text }: EmbeddedText) =>
    readsTaskType ? `${title}\n${text}` : `title: ${title} | text: ${text}`;
  const questionText = (question: string) =>
    readsTaskType ? question : `task: search result | query: ${question}`;

  return {
    key: `${model}/${dimensions}`,
    mostTexts,
    async embedPassages(passages, abortSignal) {
      const { embeddings } = await embedMany({
        model: google,
        values: passages.map(passageText),
        providerOptions: optionsFor('RETRIEVAL_DOCUMENT'),
        maxRetries: 0,
        abortSignal,
      });
      if (embeddings.length !== passages.length) throw new Error('the model gave another number of vectors');
      return embeddings.map(toUnitVector);
    },
    async embedQuestion(question, abortSignal) {
      const { embedding } = await embed({
        model: google,
        value: questionText(question),
        providerOptions: optionsFor('RETRIEVAL_QUERY'),
        maxRetries: 0,
        abortSignal,
      });
      return toUnitVector(embedding);
    },
  };
}

/** Shortened vectors are not of length 1 as they come. @throws Error when it has no direction */
export function toUnitVector(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values);
  if (!(length > 0 && length < Infinity)) throw new Error('the model gave a vector without a direction');
  return Float32Array.from(values, (value) => value / length);
}
