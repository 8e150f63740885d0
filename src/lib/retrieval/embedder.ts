export type EmbeddedText = { title: string; text: string };

/**
 * Turns texts into vectors. Texts of similar meaning get vectors near each other. The methods reject with the errors of
 * the model client.
 */
export type Embedder = {
  /** Cache key. It differs between embedders that return different vectors for the same text. */
  key: string;
  maxBatchSize: number;
  /** If no passage has at least this cosine, the question is off topic. */
  minSimilarity: number;
  /** Whether a text takes a few milliseconds and costs nothing, so that sentences have vectors too. */
  embedsSentences: boolean;
  embedPassages(passages: readonly EmbeddedText[], signal: AbortSignal): Promise<Float32Array[]>;
  /** Resolves to null at capacity. */
  embedQuestion(question: string, signal: AbortSignal): Promise<Float32Array | null>;
  close?(): Promise<void>;
};

/** Quantizes a vector to one byte per number; its length is lost. @throws Error for a zero or infinite vector */
export function toBytes(vector: ArrayLike<number>): Int8Array<ArrayBuffer> {
  const numbers = Array.from(vector);
  const largest = Math.max(...numbers.map(Math.abs));
  if (!(largest > 0 && largest < Infinity))
    throw new Error('the model returned a vector without a direction');
  return Int8Array.from(numbers, (number) => Math.round((number / largest) * 127));
}
