import { streamText, type LanguageModel, type ModelMessage } from 'ai';
import { ModelFailure, toModelFailure } from './model-failure.ts';

/** In milliseconds. */
export type ModelTimeouts = {
  total: number;
  /** Until the first text. */
  first: number;
  /** Between two pieces of text. */
  pause: number;
};

type ModelCall = {
  model: LanguageModel;
  /** Whether the model reasons before it answers; the effort is then set to low. */
  hasReasoning: boolean;
  instructions: readonly string[];
  messages: ModelMessage[];
  timeouts: ModelTimeouts;
  signal: AbortSignal;
  /** Receives the token usage when the model reports it. */
  onTokens?: (tokens: { input: number; output: number }) => void;
};

type FinishPart = { finishReason: string; rawFinishReason: string | undefined };

/** Includes the tokens of reasoning. `maxAnswerLength` limits the text. */
const maxOutputTokens = 2000;

/**
 * Streams the model's text. Never retries, because a retry costs as much as the first call. The call ends when the
 * consumer stops or the signal aborts. If the signal's reason is a ModelFailure, throws that failure.
 * @throws ModelFailure
 */
export async function* callModel(call: ModelCall): AsyncGenerator<string, void, undefined> {
  const { model, hasReasoning, instructions, messages, signal } = call;
  const timer = startTimeouts(call.timeouts);
  const abortSignal = AbortSignal.any([signal, timer.signal]);
  let hasText = false;
  try {
    const { stream } = streamText({
      model,
      instructions: instructions.map((content) => ({ role: 'system' as const, content })),
      messages,
      maxOutputTokens,
      maxRetries: 0,
      ...(hasReasoning && { reasoning: 'low' as const }),
      abortSignal,
      // The SDK's default handler would log the question.
      onError: () => undefined,
    });
    for await (const part of stream) {
      if (part.type === 'error') throw abortSignal.aborted ? abortSignal.reason : part.error;
      if (part.type === 'abort') throw abortSignal.reason;
      if (part.type === 'finish') {
        const { inputTokens = 0, outputTokens = 0 } = part.totalUsage;
        call.onTokens?.({ input: inputTokens, output: outputTokens });
        requireFinished(part);
      }
      if (part.type !== 'text-delta') continue;
      timer.restartPause();
      hasText = true;
      yield part.text;
    }
  } catch (error) {
    const failure = toModelFailure(abortSignal.aborted ? abortSignal.reason : error);
    if (hasText && failure.kind === 'failed') throw new ModelFailure('broken-off', failure.message);
    throw failure;
  } finally {
    timer.end();
  }
}

/** @throws ModelFailure for any finish reason except a normal end and the token limit */
function requireFinished({ finishReason, rawFinishReason }: FinishPart): void {
  if (finishReason === 'stop' || finishReason === 'length') return;
  const raw = /^[A-Z_]{1,40}$/.exec(rawFinishReason ?? '')?.[0] ?? 'no finish reason';
  throw new ModelFailure(finishReason === 'content-filter' ? 'blocked' : 'broken-off', raw);
}

/** Starts timers. The signal aborts on a timeout, and on `end` so that no call stays open. */
function startTimeouts({ total, first, pause }: ModelTimeouts) {
  const controller = new AbortController();
  const abort = (message: string) => controller.abort(new ModelFailure('slow', message));
  const totalTimer = setTimeout(abort, total, `not finished within ${total} ms`);
  let pauseTimer = setTimeout(abort, first, `no text within ${first} ms`);
  return {
    signal: controller.signal,
    restartPause() {
      clearTimeout(pauseTimer);
      pauseTimer = setTimeout(abort, pause, `no text for ${pause} ms`);
    },
    end() {
      clearTimeout(totalTimer);
      clearTimeout(pauseTimer);
      controller.abort();
    },
  };
}
