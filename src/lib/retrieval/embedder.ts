export type EmbeddedText = { title: string; text: string };

/** Turns texts into vectors, near ones for near meanings. Throws the errors of the model's client. */
export type Embedder = {
  /** Cache key: differs for embedders that return different vectors for the same text. */
  key: string;
  maxBatchSize: number;
  /** A question whose nearest passage has a lower cosine is about something else. */
  minSimilarity: number;
  embedPassages(passages: readonly EmbeddedText[], signal: AbortSignal): Promise<Float32Array[]>;
  /** Resolves to null at capacity. */
  embedQuestion(question: string, signal: AbortSignal): Promise<Float32Array | null>;
  close?(): Promise<void>;
};

/** Keeps a vector's direction in one byte per number; its length is lost. @throws Error for a vector without one */
export function toBytes(vector: ArrayLike<number>): Int8Array<ArrayBuffer> {
  const numbers = Array.from(vector);
  const largest = Math.max(...numbers.map(Math.abs));
  if (!(largest > 0 && largest < Infinity))
    throw new Error('the model returned a vector without a direction');
  return Int8Array.from(numbers, (number) => Math.round((number / largest) * 127));
}
