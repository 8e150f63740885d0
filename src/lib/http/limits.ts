import { createHmac } from 'node:crypto';
import { requestErrors } from '#lib/i18n/en/errors.ts';
import { ApiError } from './api-error.ts';
import { clientKey } from './client-address.ts';
import {
  createInsuredCounter,
  createMemoryCounter,
  watchOutage,
  type LimitRule,
  type LimitsWatch,
} from './limits-counter.ts';
import { type CounterStore, openCounterStore } from './limits-store.ts';

/** What is limited: so many requests of one client in so many seconds, from its first request on. */
export const limitRules = {
  chat: { points: 20, seconds: 600, shared: true },
  signup: { points: 3, seconds: 600, shared: true },
  registration: { points: 3, seconds: 600, shared: true },
  // Counted in this process only. These protect the processor, not a promise to the client: a process
  // that counts what it serves itself is protected, and a search must not cost a write to a database.
  search: { points: 600, seconds: 60, shared: false },
  mcp: { points: 600, seconds: 60, shared: false },
  /** Everything made on demand that has no limit of its own: pages, documents, sign-in. */
  pages: { points: 300, seconds: 60, shared: false },
  /** The staff pages, counted by session instead of by client. */
  staff: { points: 600, seconds: 60, shared: false },
  /** Steps of signing in that ask the directory; a sign-in takes two. */
  signIn: { points: 120, seconds: 600, shared: false },
} as const satisfies Record<string, LimitRule & { shared: boolean }>;

/** Counted for the whole site, and held to what is configured by those who ask. */
const answersOfDay = { name: 'chat-day', rule: { points: 1_000_000_000, seconds: 172_800 } } as const;

export type LimitName = keyof typeof limitRules;

export type LimitState = {
  readonly name: string;
  readonly rule: LimitRule;
  readonly remaining: number;
  /** Milliseconds until the client's count starts anew. */
  readonly resetInMs: number;
  /** The same moment in Unix milliseconds. */
  readonly resetAt: number;
};

export type Limit = {
  /**
   * Counts one request of the client, given by its address or its key.
   * @throws ApiError RATE_LIMITED, with all headers, when it was one too many
   */
  take(client: string): Promise<LimitState>;
};

export type Limits = Readonly<Record<LimitName, Limit>> & {
  /** Counts one more answer of the language model on the day, `2027-01-11`, and says how many that makes. */
  countAnswer(day: string): Promise<number>;
  close(): Promise<void>;
};

type LimitsOptions = {
  store: CounterStore;
  /** Told once when the counter store fails, and once when it works again. */
  log: (message: string, cause?: unknown) => void;
  /**
   * Keys the hashes under which clients are counted: the same for all instances and after a restart. Without
   * it they are plain hashes, which keep addresses out of sight but not from someone who tries them all.
   */
  secret?: string;
  /** Told of what limits do, for counts. */
  watch?: LimitsWatch;
  /** How long a request waits for the counter store before this process counts alone. */
  timeoutMs?: number;
};

/** Opens the counter store and makes every limit of the site. A store that is down does not stop the start. */
export function createLimits({ store, log, watch, secret = '', timeoutMs = 1_500 }: LimitsOptions): Limits {
  const connection = openCounterStore(store);
  const outage = watchOutage(log, { watch });
  const makeCounter = (name: string, { shared, ...rule }: LimitRule & { shared: boolean }) =>
    shared && connection
      ? createInsuredCounter({ name, rule, store: connection, outage, timeoutMs })
      : createMemoryCounter({ name, rule });
  const countOfDay = makeCounter(answersOfDay.name, { ...answersOfDay.rule, shared: true });
  const makeLimit = (name: LimitName): Limit => {
    const { shared, ...rule } = limitRules[name];
    const count = makeCounter(name, { ...rule, shared });
    return {
      async take(client) {
        const key = createHmac('sha256', secret)
          .update(`${name} ${clientKey(client)}`)
          .digest('base64url');
        const { consumed, resetInMs } = await count(key);
        const remaining = Math.max(0, rule.points - consumed);
        const state = { name, rule, remaining, resetInMs, resetAt: Date.now() + resetInMs };
        if (consumed <= rule.points) return state;
        watch?.limitRefused(name);
        throw limited(state);
      },
    };
  };
  const names = Object.keys(limitRules) as LimitName[];
  return {
    ...(Object.fromEntries(names.map((name) => [name, makeLimit(name)])) as Record<LimitName, Limit>),
    countAnswer: async (day) => (await countOfDay(day)).consumed,
    close: async () => connection?.close(),
  };
}

/**
 * The headers that accepted answers of limited routes carry: the older X-RateLimit ones (reset in Unix
 * milliseconds) and those of draft-ietf-httpapi-ratelimit-headers-10 (seconds to go).
 */
export function limitHeaders({
  name,
  rule,
  remaining,
  resetInMs,
  resetAt,
}: LimitState): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(rule.points),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetAt),
    'RateLimit-Policy': `"${name}";q=${rule.points};w=${rule.seconds}`,
    RateLimit: `"${name}";r=${remaining};t=${Math.ceil(resetInMs / 1000)}`,
  };
}

function limited(state: LimitState): ApiError {
  const seconds = Math.max(1, Math.ceil(state.resetInMs / 1000));
  return new ApiError('RATE_LIMITED', {
    ...requestErrors.rateLimited({ seconds }),
    headers: { ...limitHeaders(state), 'Retry-After': String(seconds) },
  });
}
