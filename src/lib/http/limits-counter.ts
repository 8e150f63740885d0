import { AsyncLocalStorage } from 'node:async_hooks';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { LimitRule, LimitsWatch } from './limits.ts';
import type { CounterStoreConnection } from './limits-store.ts';

export type Count = { consumed: number; resetInMs: number };

/** Counts one more request under the key and says how many that makes, over the limit too. */
export type Counter = (key: string) => Promise<Count>;

type CounterOptions = { name: string; rule: LimitRule };
type InsuredOptions = CounterOptions & {
  store: CounterStoreConnection;
  /** Shared by all counters of one store, so that an outage is told and probed once. */
  outage: OutageWatch;
  timeoutMs: number;
};

/**
 * Each key has a timer that forgets it. Were it started in a request's own context, it would hold the request
 * and its answer in memory until then, so counters work in the context in which they were made.
 */
export function createMemoryCounter({ name, rule }: CounterOptions): Counter {
  const memory = new RateLimiterMemory({ keyPrefix: name, points: rule.points, duration: rule.seconds });
  const apart = AsyncLocalStorage.snapshot();
  return (key) => settle(apart(() => memory.consume(key)));
}

/**
 * Counts in the shared store, and in this process's memory while that fails or keeps a request waiting. What
 * the store says is mirrored in memory, so an outage does not hand out a new quota to those who used theirs.
 */
export function createInsuredCounter({ name, rule, store, outage, timeoutMs }: InsuredOptions): Counter {
  const limiter = store.createLimiter({ keyPrefix: name, points: rule.points, duration: rule.seconds });
  const insurance = new RateLimiterMemory({ keyPrefix: name, points: rule.points, duration: rule.seconds });
  const apart = AsyncLocalStorage.snapshot();
  return async (key) => {
    if (!outage.mayAsk()) return countAlone(key);
    try {
      const count = await within(timeoutMs, (signal) =>
        settle(store.run(() => limiter.consume(key), signal)),
      );
      outage.works();
      await apart(() => insurance.set(key, count.consumed, Math.max(1, count.resetInMs) / 1000));
      return count;
    } catch (cause) {
      outage.fails(cause);
      return countAlone(key);
    }
  };

  function countAlone(key: string): Promise<Count> {
    outage.countsAlone();
    return settle(apart(() => insurance.consume(key)));
  }
}

export type OutageWatch = {
  mayAsk(): boolean;
  works(): void;
  fails(cause: unknown): void;
  countsAlone(): void;
};

/** A store that failed is asked again by one request at a time, a second apart; the others need not wait. */
export function watchOutage(
  log: (message: string, cause?: unknown) => void,
  { askAgainMs = 1000, watch }: { askAgainMs?: number; watch?: LimitsWatch | undefined } = {},
): OutageWatch {
  let downSince: number | undefined;
  let askAgainAt = 0;
  return {
    mayAsk() {
      if (downSince === undefined) return true;
      if (Date.now() < askAgainAt) return false;
      askAgainAt = Date.now() + askAgainMs;
      return true;
    },
    works() {
      if (downSince === undefined) return;
      const seconds = Math.round((Date.now() - downSince) / 1000);
      downSince = undefined;
      watch?.limitStoreWorks(true);
      log(`the counter store is back after ${seconds} s`);
    },
    fails(cause) {
      askAgainAt = Date.now() + askAgainMs;
      if (downSince !== undefined) return;
      downSince = Date.now();
      watch?.limitStoreWorks(false);
      log('the counter store fails; this process counts in memory until it is back', cause);
    },
    countsAlone: () => watch?.countedAlone(),
  };
}

/** The library rejects with the result when the limit is passed; here only a failure is one. */
async function settle(consumption: Promise<RateLimiterRes>): Promise<Count> {
  const result = await consumption.catch((reason: unknown) => {
    if (reason instanceof RateLimiterRes) return reason;
    throw reason;
  });
  return { consumed: result.consumedPoints, resetInMs: Math.max(0, result.msBeforeNext) };
}

/** Gives up waiting after the time; what comes later is ignored, a late failure too. */
async function within<T>(timeoutMs: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error(`no answer within ${timeoutMs} ms`);
    controller.abort(error);
    reject(error);
  }, timeoutMs);
  try {
    return await Promise.race([run(controller.signal), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
