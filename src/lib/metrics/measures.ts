import type { SignInResult } from '#lib/auth/auth.ts';
import type { ChatEvent } from '#lib/chat/answer-tracker.ts';

export type SearchOutcome = 'found' | 'corrected' | 'nothing' | 'failed';

/** What the parts of the site count. */
export type Measures = {
  searched(outcome: SearchOutcome, seconds: number): void;
  chat(event: ChatEvent): void;
  /** A limit, by its name, refused a request. */
  limitRefused(name: string): void;
  /** The counter store failed, so this process counted alone. */
  countedAlone(): void;
  limitStoreWorks(isWorking: boolean): void;
  signedIn(result: SignInResult): void;
};

/** Without metrics. */
export const noMeasures: Measures = {
  searched: () => undefined,
  chat: () => undefined,
  limitRefused: () => undefined,
  countedAlone: () => undefined,
  limitStoreWorks: () => undefined,
  signedIn: () => undefined,
};
