import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { EmbeddedText, Embedder } from '#lib/retrieval/embedder.ts';
import type { EncoderReply, EncoderRequest } from './encoder-worker.ts';

/** At capacity, questions are ranked by words only, which limits how long each one waits. */
const maxWaitingQuestions = 6;
const maxBatchSize = 32;
/** Tuned on a set of questions: docs/decisions/009-sentence-encoder.md. */
const minSimilarity = 0.25;

type Pending = { done: (vector: Float32Array) => void; fail: (error: Error) => void };

/**
 * Starts a sentence encoder in a worker thread. The folder contains `model.onnx` and `tokenizer.json`.
 * @throws Error when a file is missing, or when the ONNX runtime does not support the platform
 */
export async function openEncoder(folder: string): Promise<Embedder> {
  // Otherwise the ONNX runtime sends usage data to its maker, and stores an identifier of the machine.
  // oxlint-disable-next-line lectern/settings -- writes a variable that only the runtime reads
  process.env['ORT_DISABLE_TELEMETRY'] = '1';
  const worker = new Worker(new URL('./encoder-worker.ts', import.meta.url), { workerData: { folder } });
  const [ready] = (await once(worker, 'message')) as [EncoderReply];
  if (!('key' in ready)) throw new Error('the encoder did not start');
  worker.unref();
  const pending = new Map<number, Pending>();
  let questions = 0;
  let nextId = 1;

  worker.on('message', (reply: EncoderReply) => {
    if ('key' in reply) return;
    const { done, fail } = pending.get(reply.id) ?? {};
    pending.delete(reply.id);
    if (reply.vector) done?.(reply.vector);
    else fail?.(new Error(reply.error ?? 'the encoder failed'));
  });
  const failAll = (error: Error) => {
    for (const { fail } of pending.values()) fail(error);
    pending.clear();
  };
  worker.on('error', failAll);
  worker.on('exit', () => failAll(new Error('the encoder has stopped')));

  function encode(text: string, isQuestion: boolean): Promise<Float32Array> {
    return new Promise((done, fail) => {
      const id = nextId++;
      pending.set(id, { done, fail });
      worker.postMessage({ id, text, isQuestion } satisfies EncoderRequest);
    });
  }

  return {
    key: ready.key,
    maxBatchSize,
    minSimilarity,
    embedsSentences: true,
    async embedPassages(passages, signal) {
      const vectors: Float32Array[] = [];
      for (const passage of passages) {
        signal.throwIfAborted();
        vectors.push(await encode(toText(passage), false));
      }
      return vectors;
    },
    async embedQuestion(question) {
      if (questions >= maxWaitingQuestions) return null;
      questions++;
      try {
        return await encode(question, true);
      } finally {
        questions--;
      }
    },
    async close() {
      await worker.terminate();
    },
  };
}

function toText({ title, text }: EmbeddedText): string {
  return `${title}\n${text}`;
}
