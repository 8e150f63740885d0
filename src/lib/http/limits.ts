import { createHmac } from 'node:crypto';
import type { ChallengeAction } from '#lib/challenge/providers.ts';
import { requestErrors } from '#lib/i18n/en/errors.ts';
import { ApiError } from './api-error.ts';
import { clientKey } from './client-address.ts';
import {
  createInsuredCounter,
  createMemoryCounter,
  watchOutage,
  type Counter,
  type LimitRule,
  type LimitsWatch,
} from './limits-counter.ts';
import { type CounterStore, openCounterStore } from './limits-store.ts';

const formRule = { points: 3, seconds: 600, shared: true } as const;

/** Rate limits: requests per client (`points`) in a window of `seconds` that starts with the first request. */
export const limitRules = {
  chat: { points: 20, seconds: 600, shared: true },
  signup: formRule,
  registration: formRule,
  application: formRule,
  enquiry: formRule,
  // Counted in this process only, because these limits protect its CPU, and a search must not cost a database write.
  search: { points: 600, seconds: 60, shared: false },
  mcp: { points: 600, seconds: 60, shared: false },
  /** All dynamic routes without a separate limit: pages, documents, sign-in. */
  pages: { points: 300, seconds: 60, shared: false },
  /** The staff pages, counted by session instead of by client. */
  staff: { points: 600, seconds: 60, shared: false },
  /** Sign-in steps that call the directory; one sign-in takes two. */
  signIn: { points: 120, seconds: 600, shared: false },
} as const satisfies Record<ChallengeAction, LimitRule> & Record<string, LimitRule & { shared: boolean }>;

/** Forms sent from their own pages, accepted or not. The setting FORM_ATTEMPT_LIMIT changes `points`. */
const attemptRule = { points: 30, seconds: formRule.seconds, shared: true } as const;

/** Chat answers of the whole site. Callers compare the count with the configured maximum. */
const answersOfDay = { points: 1_000_000_000, seconds: 172_800, shared: true } as const;

export type LimitName = keyof typeof limitRules;

export type LimitState = {
  readonly name: string;
  readonly rule: LimitRule;
  readonly remaining: number;
  /** Milliseconds until the client's count resets. */
  readonly resetInMs: number;
  /** The time of the reset in Unix milliseconds. */
  readonly resetAt: number;
  /** Subtracts the request from the count again. */
  undo: () => Promise<void>;
};

export type Limit = {
  /**
   * Counts one request of the client, given by its address or its key.
   * @throws ApiError RATE_LIMITED, with the rate limit headers, if the limit is exceeded
   */
  take(client: string): Promise<LimitState>;
};

/** The limits of a form that is sent from its own page. */
export type FormPageLimits = {
  attempts: Limit;
  /** Shares its count with the form's JSON endpoint. A refused `take` is not counted. */
  accepted: Limit;
};

export type Limits = Readonly<Record<LimitName, Limit>> & {
  formPage(form: ChallengeAction): FormPageLimits;
  /** Adds one answer of the language model to the day's count (`2027-01-11`) and returns the total. */
  countAnswer(day: string): Promise<number>;
  close(): Promise<void>;
};

type LimitsOptions = {
  store: CounterStore;
  /** Called once when the counter store fails, and once when it works again. */
  log: (message: string, cause?: unknown) => void;
  /**
   * HMAC key for the hashes of client addresses: the same for all instances and after a restart. Without it, the
   * hashes can be reversed by trying all addresses.
   */
  secret?: string;
  /** Counts refusals and outages for the metrics. */
  watch?: LimitsWatch;
  /** Accepted submissions of a form's page per client. */
  formLimit?: number;
  /** Attempts to send a form's page per client. */
  formAttemptLimit?: number;
  /** How long a request waits for the counter store before it is counted in the memory of this process. */
  timeoutMs?: number;
};

/** Opens the counter store and creates every limit of the site. Does not fail if the store is down. */
export function createLimits(options: LimitsOptions): Limits {
  const { store, log, watch, timeoutMs = 1_500 } = options;
  const { formLimit = formRule.points, formAttemptLimit = attemptRule.points } = options;
  const connection = openCounterStore(store);
  const outage = watchOutage(log, watch);
  const makeCounter = (name: string, { shared, ...rule }: LimitRule & { shared: boolean }) =>
    shared && connection
      ? createInsuredCounter({ name, rule, store: connection, outage, timeoutMs })
      : createMemoryCounter({ name, rule });
  const names = Object.keys(limitRules) as LimitName[];
  const counters = Object.fromEntries(
    names.map((name) => [name, makeCounter(name, limitRules[name])]),
  ) as Record<LimitName, Counter>;
  const countAttempt = makeCounter('form-attempts', attemptRule);
  const countOfDay = makeCounter('chat-day', answersOfDay);
  const limitOf = (name: LimitName) =>
    createLimit({ ...options, name, rule: limitRules[name], count: counters[name] });
  return {
    ...(Object.fromEntries(names.map((name) => [name, limitOf(name)])) as Record<LimitName, Limit>),
    formPage: (name) => ({
      attempts: createLimit({
        ...options,
        name,
        count: countAttempt,
        rule: { ...attemptRule, points: formAttemptLimit },
      }),
      accepted: createLimit({
        ...options,
        name,
        count: counters[name],
        isRefusalCounted: false,
        rule: { ...limitRules[name], points: formLimit },
      }),
    }),
    countAnswer: async (day) => (await countOfDay(day)).consumed,
    close: async () => connection?.close(),
  };
}

type LimitNeeds = Pick<LimitsOptions, 'secret' | 'watch'> & {
  name: LimitName;
  rule: LimitRule;
  count: Counter;
  isRefusalCounted?: boolean;
};

function createLimit({ name, rule, count, secret = '', watch, isRefusalCounted = true }: LimitNeeds): Limit {
  return {
    async take(client) {
      const key = createHmac('sha256', secret)
        .update(`${name} ${clientKey(client)}`)
        .digest('base64url');
      const { consumed, resetInMs, undo } = await count(key);
      const remaining = Math.max(0, rule.points - consumed);
      const state = { name, rule, remaining, resetInMs, resetAt: Date.now() + resetInMs, undo };
      if (consumed <= rule.points) return state;
      if (!isRefusalCounted) await undo();
      watch?.limitRefused(name);
      throw limited(state);
    },
  };
}

/**
 * Headers for accepted requests to limited routes: the older X-RateLimit ones (reset in Unix milliseconds) and those
 * of draft-ietf-httpapi-ratelimit-headers-10 (seconds until the reset).
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
