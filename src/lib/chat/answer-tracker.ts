import { chatErrors } from '#lib/i18n/en/chat.ts';
import { isApiError } from '#lib/http/api-error.ts';
import { chatUnavailable } from './chat-unavailable.ts';
import { ModelFailure, type FailureKind } from './model-failure.ts';

/** How an answer ended. `aborted`: the client disconnected; `over-limit`: the daily limit was reached. */
type AnswerOutcome = 'answered' | 'unanswered' | 'aborted' | 'over-limit' | FailureKind;

/** An event for metrics. */
export type ChatEvent =
  | { type: 'started' }
  | { type: 'ended'; outcome: AnswerOutcome; seconds: number }
  /** Rejected before the first byte: at capacity (`places`), or over the daily limit (`day`). */
  | { type: 'refused'; reason: 'places' | 'day' }
  /** Token usage as the model reports it; aborted calls report none. */
  | { type: 'tokens'; input: number; output: number };

/** An answer in progress. It occupies one of `maxConcurrent` slots until `end` is called. */
export type ActiveAnswer = {
  /** The outcome so far; the last value assigned is reported. */
  outcome: AnswerOutcome;
  /** Aborts with the given signal, and when the process shuts down. */
  withShutdown(signal: AbortSignal): AbortSignal;
  /** Records why no answer could be started. */
  refuse(error: unknown): void;
  /** Frees the slot. Idempotent. */
  end(): void;
};

type TrackerOptions = { maxConcurrent: number; onEvent: (event: ChatEvent) => void };

/** Limits the number of concurrent answers, which bounds their memory, and reports how each one ended. */
export function createAnswerTracker({ maxConcurrent, onEvent }: TrackerOptions) {
  const active = new Set<AbortController>();

  /** @throws ApiError CHAT_UNAVAILABLE at capacity */
  function start(): ActiveAnswer {
    if (active.size >= maxConcurrent) {
      onEvent({ type: 'refused', reason: 'places' });
      throw chatUnavailable({ message: chatErrors.atCapacity, retryAfterSeconds: 10 });
    }
    const shutdown = new AbortController();
    const startedAt = performance.now();
    active.add(shutdown);
    onEvent({ type: 'started' });
    const answer: ActiveAnswer = {
      outcome: 'aborted',
      withShutdown: (signal) => AbortSignal.any([signal, shutdown.signal]),
      refuse(error) {
        const isOverLimit = isApiError(error) && error.code === 'CHAT_UNAVAILABLE';
        answer.outcome = isOverLimit ? 'over-limit' : 'failed';
        if (isOverLimit) onEvent({ type: 'refused', reason: 'day' });
      },
      end() {
        if (!active.delete(shutdown)) return;
        onEvent({ type: 'ended', outcome: answer.outcome, seconds: (performance.now() - startedAt) / 1000 });
      },
    };
    return answer;
  }

  return {
    start,
    abortAll() {
      for (const shutdown of active)
        shutdown.abort(new ModelFailure('stopping', 'the server is shutting down'));
    },
  };
}
