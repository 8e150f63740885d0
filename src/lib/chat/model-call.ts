import { streamText, type LanguageModel, type ModelMessage } from 'ai';
import { ModelFailure, toModelFailure } from './model-failure.ts';

/** In milliseconds. */
export type ModelTimeouts = {
  total: number;
  /** Until the first words. */
  first: number;
  /** Between words. */
  pause: number;
};

type ModelCall = {
  model: LanguageModel;
  /** Whether the model reasons before it writes; that is kept short. */
  reasons: boolean;
  instructions: readonly string[];
  messages: ModelMessage[];
  timeouts: ModelTimeouts;
  signal: AbortSignal;
  /** Told what the call cost, when the model says so. */
  onTokens?: (tokens: { input: number; output: number }) => void;
};

/** Reasoning counts too; what is written is held to `longestAnswer`. */
const maxOutputTokens = 2000;

/**
 * The model's words as they come. Asked once: what fails is told, never tried again at the same cost. When the
 * reader stops, or the signal aborts, the call ends; a ModelFailure as the signal's reason is what is thrown then.
 * @throws ModelFailure
 */
export async function* callModel(call: ModelCall): AsyncGenerator<string, void, undefined> {
  const { model, reasons, instructions, messages, signal } = call;
  const watch = watchTime(call.timeouts);
  const abortSignal = AbortSignal.any([signal, watch.signal]);
  let hasBegun = false;
  try {
    const { stream } = streamText({
      model,
      instructions: instructions.map((content) => ({ role: 'system' as const, content })),
      messages,
      maxOutputTokens,
      maxRetries: 0,
      ...(reasons && { reasoning: 'low' as const }),
      abortSignal,
      // The SDK would log it with the question.
      onError: () => undefined,
    });
    for await (const part of stream) {
      if (part.type === 'error') throw abortSignal.aborted ? abortSignal.reason : part.error;
      if (part.type === 'abort') throw abortSignal.reason;
      if (part.type === 'finish') {
        const { inputTokens = 0, outputTokens = 0 } = part.totalUsage;
        call.onTokens?.({ input: inputTokens, output: outputTokens });
        requireEnd(part);
      }
      if (part.type !== 'text-delta') continue;
      watch.hears();
      hasBegun = true;
      yield part.text;
    }
  } catch (error) {
    const failure = toModelFailure(abortSignal.aborted ? abortSignal.reason : error);
    if (hasBegun && failure.kind === 'failed') throw new ModelFailure('broken-off', failure.message);
    throw failure;
  } finally {
    watch.end();
  }
}

/** An answer that reached its longest is one; anything else but a proper end is not. */
function requireEnd({
  finishReason,
  rawFinishReason,
}: {
  finishReason: string;
  rawFinishReason: string | undefined;
}): void {
  if (finishReason === 'stop' || finishReason === 'length') return;
  const raw = /^[A-Z_]{1,40}$/.exec(rawFinishReason ?? '')?.[0] ?? 'no finish reason';
  throw new ModelFailure(finishReason === 'content-filter' ? 'blocked' : 'broken-off', raw);
}

/** Aborts its signal when the model is silent for too long; `end` aborts too, so that nothing is left running. */
function watchTime({ total, first, pause }: ModelTimeouts) {
  const controller = new AbortController();
  const giveUp = (what: string) => controller.abort(new ModelFailure('slow', what));
  const whole = setTimeout(giveUp, total, `no end within ${total} ms`);
  let next = setTimeout(giveUp, first, `no word within ${first} ms`);
  return {
    signal: controller.signal,
    hears() {
      clearTimeout(next);
      next = setTimeout(giveUp, pause, `silent for ${pause} ms`);
    },
    end() {
      clearTimeout(whole);
      clearTimeout(next);
      controller.abort();
    },
  };
}
