import type { SignInResult } from '#lib/auth/auth.ts';
import type { ChatEvent } from '#lib/chat/answer-tracker.ts';
import type { LimitsWatch } from '#lib/http/limits-counter.ts';

export type SearchOutcome = 'found' | 'corrected' | 'nothing' | 'failed';

/** Receives the events that parts of the site report for the metrics. */
export type Measures = LimitsWatch & {
  searched(outcome: SearchOutcome, seconds: number): void;
  chat(event: ChatEvent): void;
  signedIn(result: SignInResult): void;
};

/** Used when metrics are disabled. */
export const noMeasures: Measures = {
  searched: () => undefined,
  chat: () => undefined,
  limitRefused: () => undefined,
  countedAlone: () => undefined,
  limitStoreWorks: () => undefined,
  signedIn: () => undefined,
};
