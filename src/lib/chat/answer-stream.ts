import { createUIMessageStreamResponse, generateId, type UIMessageChunk } from 'ai';
import type { ChatMetadata, ChatSource } from './chat-types.ts';

export type AnswerPart =
  | { type: 'source'; source: ChatSource }
  | { type: 'text'; text: string }
  | { type: 'end'; isAnswered: boolean };

type Chunk = UIMessageChunk<ChatMetadata>;

type ResponseOptions = {
  /** Generates the answer; its signal aborts when the client stops reading the response. */
  parts: (signal: AbortSignal) => AsyncGenerator<AnswerPart, void, undefined>;
  metadata: ChatMetadata;
  /** The request's signal. */
  signal: AbortSignal;
  waitForDrain: (() => Promise<void>) | undefined;
  /** Turns an error of `parts` into a message for the visitor. */
  describeError: (error: unknown, signal: AbortSignal) => string;
  /** Called when the answer ends or the client disconnects. Must be idempotent. */
  onEnd: () => void;
};

const textId = 'answer';

/**
 * Creates a UI message stream response with backpressure: a part is generated only when the connection can accept it.
 * The SDK's `createUIMessageStream` reads ahead without limit, so slow clients would use up memory.
 */
export function createAnswerResponse(options: ResponseOptions): Response {
  const { signal, waitForDrain, onEnd } = options;
  const stop = new AbortController();
  const chunks = toChunks(options, stop.signal);
  const end = () => {
    signal.removeEventListener('abort', end);
    stop.abort();
    void chunks.return();
    onEnd();
  };
  signal.addEventListener('abort', end);
  const stream = new ReadableStream<Chunk>(
    {
      async pull(controller) {
        await waitForDrain?.();
        const { done, value } = await chunks.next();
        if (!done) {
          controller.enqueue(value);
          return;
        }
        end();
        controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
  if (signal.aborted) end();
  const response = createUIMessageStreamResponse({ stream, headers: { 'Cache-Control': 'no-store' } });
  // Node sets this header to match the request.
  response.headers.delete('Connection');
  return response;
}

async function* toChunks(
  { parts, metadata, describeError }: ResponseOptions,
  signal: AbortSignal,
): AsyncGenerator<Chunk, void, undefined> {
  yield { type: 'start', messageId: generateId(), messageMetadata: metadata };
  let hasText = false;
  try {
    for await (const part of parts(signal)) {
      if (part.type === 'source') {
        const { number, url, title } = part.source;
        yield { type: 'source-url', sourceId: String(number), url, title };
      } else if (part.type === 'text') {
        if (!hasText) yield { type: 'text-start', id: textId };
        hasText = true;
        yield { type: 'text-delta', id: textId, delta: part.text };
      } else {
        if (hasText) yield { type: 'text-end', id: textId };
        const { isAnswered } = part;
        yield { type: 'finish', finishReason: 'stop', messageMetadata: { ...metadata, isAnswered } };
      }
    }
  } catch (error) {
    if (hasText) yield { type: 'text-end', id: textId };
    yield { type: 'error', errorText: describeError(error, signal) };
  }
}
