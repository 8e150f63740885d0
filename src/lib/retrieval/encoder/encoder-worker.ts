import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import onnx from 'onnxruntime-node';
import { readTokenizer } from './word-piece.ts';

export type EncoderRequest = { id: number; text: string; isQuestion: boolean };
export type EncoderReply = { key: string } | { id: number; vector?: Float32Array; error?: string };

/**
 * Limits the CPU time of a question. Longer texts are cut at the start, so the newest words of a conversation remain.
 */
const maxQuestionTokens = 128;
/** all-MiniLM-L6-v2 was trained on texts of up to 256 tokens. */
const maxPassageTokens = 256;

const { folder } = workerData as { folder: string };
const model = readFileSync(join(folder, 'model.onnx'));
const tokenizer = readTokenizer(readFileSync(join(folder, 'tokenizer.json'), 'utf8'));
const session = await onnx.InferenceSession.create(model, { intraOpNumThreads: 1, interOpNumThreads: 1 });
const send = (reply: EncoderReply) => parentPort?.postMessage(reply);

await encode({ id: 0, text: 'warm up', isQuestion: true });
send({ key: createHash('sha256').update(model).digest('hex').slice(0, 16) });
parentPort?.on('message', (request: EncoderRequest) => {
  encode(request).then(
    (vector) => send({ id: request.id, vector }),
    (error: unknown) => send({ id: request.id, error: String(error) }),
  );
});

/** Returns the mean of the token vectors (mean pooling). */
async function encode({ text, isQuestion }: EncoderRequest): Promise<Float32Array> {
  const ids = isQuestion
    ? tokenizer.encode(text, { max: maxQuestionTokens, keep: 'end' })
    : tokenizer.encode(text, { max: maxPassageTokens, keep: 'start' });
  const toInput = (numbers: readonly number[]) =>
    new onnx.Tensor('int64', BigInt64Array.from(numbers, BigInt), [1, ids.length]);
  const known: Record<string, onnx.Tensor> = {
    input_ids: toInput(ids),
    attention_mask: toInput(ids.map(() => 1)),
    token_type_ids: toInput(ids.map(() => 0)),
  };
  const inputs = Object.fromEntries(
    session.inputNames.flatMap((name) => (known[name] ? [[name, known[name]]] : [])),
  );
  const outputs = await session.run(inputs);
  const values = outputs['last_hidden_state']?.data;
  if (!(values instanceof Float32Array)) throw new Error('the model has no output last_hidden_state');
  const sum = new Float32Array(values.length / ids.length);
  for (const [at, value] of values.entries()) {
    const place = at % sum.length;
    sum[place] = (sum[place] ?? 0) + value / ids.length;
  }
  return sum;
}
