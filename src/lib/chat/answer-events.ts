import { isApiError } from '#lib/http/api-error.ts';
import { createPlaces } from './concurrency-limit.ts';
import type { FailureKind } from './model-failure.ts';

/** How an answer ended: `aborted` when its reader went away; `over-limit` where the day's were used up. */
export type AnswerOutcome = 'answered' | 'unanswered' | 'aborted' | 'over-limit' | FailureKind;

/** What happens to answers, to be counted. */
export type ChatEvent =
  | { type: 'began' }
  | { type: 'ended'; outcome: AnswerOutcome; seconds: number }
  /** Before its first byte: all places taken, or the day's answers used up. */
  | { type: 'refused'; reason: 'places' | 'day' }
  /** What the model says that it read and wrote; aborted calls have no such figures. */
  | { type: 'tokens'; input: number; output: number };

export type AnswerRecord = {
  /** How it goes so far; the last word counts. */
  outcome: AnswerOutcome;
  /** Gives the place back, once. */
  end(): void;
  /** Tells why there will be no answer at all. */
  refuse(error: unknown): void;
};

/** Gives out the places for answers under way, and tells of each answer how it went. */
export function createAnswerRecords(most: number, onEvent: (event: ChatEvent) => void) {
  const places = createPlaces(most);
  return {
    /** @throws ApiError CHAT_UNAVAILABLE when all places are taken */
    begin(): AnswerRecord {
      const leave = takePlace();
      const began = performance.now();
      let isEnded = false;
      onEvent({ type: 'began' });
      const record: AnswerRecord = {
        outcome: 'aborted',
        end() {
          if (isEnded) return;
          isEnded = true;
          leave();
          const seconds = (performance.now() - began) / 1000;
          onEvent({ type: 'ended', outcome: record.outcome, seconds });
        },
        refuse(error) {
          const isRefused = isApiError(error) && error.code === 'CHAT_UNAVAILABLE';
          record.outcome = isRefused ? 'over-limit' : 'failed';
          if (isRefused) onEvent({ type: 'refused', reason: 'day' });
        },
      };
      return record;
    },
  };

  function takePlace(): () => void {
    try {
      return places.take();
    } catch (error) {
      onEvent({ type: 'refused', reason: 'places' });
      throw error;
    }
  }
}
