import type { SignInResult } from '#lib/auth/auth.ts';
import type { ChatEvent } from '#lib/chat/answer-tracker.ts';

export type SearchOutcome = 'found' | 'corrected' | 'nothing' | 'failed';

/** What the parts of the site tell of what they do, to be counted. */
export type Measures = {
  searched(outcome: SearchOutcome, seconds: number): void;
  chat(event: ChatEvent): void;
  /** A limit, by its name, refused a request. */
  limitRefused(name: string): void;
  /** A request was counted by this process alone, since the counter store failed. */
  countedAlone(): void;
  limitStoreWorks(isWorking: boolean): void;
  signedIn(result: SignInResult): void;
};

/** Where nobody asks for counts. */
export const noMeasures: Measures = {
  searched: () => undefined,
  chat: () => undefined,
  limitRefused: () => undefined,
  countedAlone: () => undefined,
  limitStoreWorks: () => undefined,
  signedIn: () => undefined,
};
