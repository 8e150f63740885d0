import { createUIMessageStreamResponse, generateId, type UIMessageChunk } from 'ai';
import type { ChatMetadata, ChatSource } from './chat-types.ts';

export type AnswerPart =
  | { type: 'source'; source: ChatSource }
  | { type: 'text'; text: string }
  | { type: 'end'; isAnswered: boolean };

type Chunk = UIMessageChunk<ChatMetadata>;

type ResponseOptions = {
  /** The answer; its signal aborts when nobody reads it any more. */
  parts: (signal: AbortSignal) => AsyncGenerator<AnswerPart, void, undefined>;
  metadata: ChatMetadata;
  /** Of the request. */
  signal: AbortSignal;
  whenWritable: (() => Promise<void>) | undefined;
  /** Turns what the answer throws into a sentence for people. */
  tellFailure: (error: unknown, signal: AbortSignal) => string;
  /** Called once, however the answer ends. */
  onEnd: () => void;
};

const textId = 'answer';

/**
 * A UI message stream. Each part is made when the connection can take it: the SDK's own `createUIMessageStream`
 * reads ahead without bound, and so would a client that does not read cost memory.
 */
export function createAnswerResponse(options: ResponseOptions): Response {
  const { signal, whenWritable, onEnd } = options;
  const stop = new AbortController();
  const end = () => {
    signal.removeEventListener('abort', end);
    stop.abort();
    // What is under way inside has seen the signal; what waits to be read is let go.
    void chunks.return();
    onEnd();
  };
  signal.addEventListener('abort', end);
  const chunks = toChunks(options, stop.signal);
  const stream = new ReadableStream<Chunk>(
    {
      async pull(controller) {
        await whenWritable?.();
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
  const response = createUIMessageStreamResponse({
    stream,
    headers: { 'Cache-Control': 'no-store' },
  });
  // Node decides about the connection by what the client asked for.
  response.headers.delete('Connection');
  return response;
}

async function* toChunks(
  { parts, metadata, tellFailure }: ResponseOptions,
  signal: AbortSignal,
): AsyncGenerator<Chunk, void, undefined> {
  yield { type: 'start', messageId: generateId(), messageMetadata: metadata };
  let isText = false;
  try {
    for await (const part of parts(signal)) {
      if (part.type === 'source') {
        const { number, url, title } = part.source;
        yield { type: 'source-url', sourceId: String(number), url, title };
      } else if (part.type === 'text') {
        if (!isText) yield { type: 'text-start', id: textId };
        isText = true;
        yield { type: 'text-delta', id: textId, delta: part.text };
      } else {
        if (isText) yield { type: 'text-end', id: textId };
        const { isAnswered } = part;
        yield { type: 'finish', finishReason: 'stop', messageMetadata: { ...metadata, isAnswered } };
      }
    }
  } catch (error) {
    if (isText) yield { type: 'text-end', id: textId };
    yield { type: 'error', errorText: tellFailure(error, signal) };
  }
}
