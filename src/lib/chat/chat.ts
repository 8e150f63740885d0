import { chatErrors } from '#lib/i18n/en/chat.ts';
import { createAnswerGenerator, type AnswerParts, type GeneratorOptions } from './answer-generator.ts';
import { createAnswerTracker, type ActiveAnswer } from './answer-tracker.ts';
import { createAnswerResponse } from './answer-stream.ts';
import type { Chat, ChatMessage, ChatMetadata, Retriever, WholeAnswer } from './chat-types.ts';
import { chatUnavailable } from './chat-unavailable.ts';
import { toModelFailure } from './model-failure.ts';
import { requireQuestion } from './request.ts';

export type ChatOptions = GeneratorOptions & {
  retriever: Retriever;
  /** Called before each model call. @throws ApiError CHAT_UNAVAILABLE over the daily limit */
  takeCall: () => Promise<void>;
  /** Called once per model failure, with a message that quotes no user input. */
  log: (message: string) => void;
  maxConcurrent?: number;
};

const defaultMaxConcurrent = 250;

export function createChat(options: ChatOptions): Chat {
  const { model, log, maxConcurrent = defaultMaxConcurrent } = options;
  const { name, notice } = model;
  const metadata: ChatMetadata = { model: name, ...(notice && { notice }) };
  const tracker = createAnswerTracker({ maxConcurrent, onEvent: options.onEvent ?? (() => undefined) });
  const generateAnswer = createAnswerGenerator(options);

  const describeFailure = (error: unknown, active: ActiveAnswer, signal: AbortSignal): string => {
    const { kind, message } = toModelFailure(error);
    if (!signal.aborted) {
      active.outcome = kind;
      log(`model call failed: ${kind}, ${message}`);
    }
    return chatErrors.modelFailures[kind];
  };

  return {
    model: name,
    notice,
    async respond(messages, { signal, waitForDrain }) {
      const active = tracker.start();
      try {
        const prepared = await prepare(messages, active, options);
        return createAnswerResponse({
          parts: (stop) => generateAnswer(prepared, active.withShutdown(stop)),
          metadata,
          signal,
          waitForDrain,
          describeError: (error, stop) => describeFailure(error, active, stop),
          onEnd: () => active.end(),
        });
      } catch (error) {
        active.end();
        throw error;
      }
    },
    async ask(question, { signal }) {
      const messages = [requireQuestion(question)];
      const active = tracker.start();
      try {
        const prepared = await prepare(messages, active, options);
        return await collect(generateAnswer(prepared, active.withShutdown(signal)), (error) =>
          chatUnavailable({ message: describeFailure(error, active, signal) }),
        );
      } finally {
        active.end();
      }
    },
    endAnswers: () => tracker.abortAll(),
  };
}

/** Does the work that must precede the first byte, so the request can still be rejected. */
async function prepare(
  messages: readonly ChatMessage[],
  active: ActiveAnswer,
  { retriever, takeCall }: ChatOptions,
) {
  try {
    const retrieved = await retriever.retrieve(messages);
    if (retrieved.passages.length > 0) await takeCall();
    return { ...retrieved, messages, active };
  } catch (error) {
    active.refuse(error);
    throw error;
  }
}

async function collect(parts: AnswerParts, toError: (error: unknown) => Error): Promise<WholeAnswer> {
  const whole: WholeAnswer = { answer: '', isAnswered: true, sources: [] };
  try {
    for await (const part of parts) {
      if (part.type === 'source') whole.sources.push(part.source);
      else if (part.type === 'text') whole.answer += part.text;
      else whole.isAnswered = part.isAnswered;
    }
  } catch (error) {
    throw toError(error);
  }
  return whole;
}
