import { RateLimiterRes } from 'rate-limiter-flexible';
import { within } from '#lib/base/within.ts';
import { createMemoryCounts, type MemoryCounts } from './memory-counts.ts';

export type LimitRule = { readonly points: number; readonly seconds: number };

export type LimitsWatch = {
  limitRefused(name: string): void;
  /** Called when a request is counted in memory because the counter store fails. */
  countedAlone(): void;
  limitStoreWorks(isWorking: boolean): void;
};

type LimiterOptions = { keyPrefix: string; points: number; duration: number };
type Limiter = {
  consume(key: string): Promise<RateLimiterRes>;
  /** Subtracts one from the count. */
  reward(key: string): Promise<RateLimiterRes>;
};

export type CounterStoreConnection = {
  createLimiter(options: LimiterOptions): Limiter;
  /** Changes a count once the store is ready. The signal aborts the wait. */
  run(change: () => Promise<RateLimiterRes>, signal: AbortSignal): Promise<RateLimiterRes>;
  close(): Promise<void>;
};

type Count = {
  consumed: number;
  resetInMs: number;
  /** Subtracts this request again from the count that included it. */
  undo: () => Promise<void>;
};

/** Counts one request under the key and returns the total, which may exceed the limit. */
export type Counter = (key: string) => Promise<Count>;

type CounterOptions = { name: string; rule: LimitRule };
type InsuredOptions = CounterOptions & {
  store: CounterStoreConnection;
  /** Shared by all counters of one store, so that an outage is logged and probed once. */
  outage: OutageWatch;
  timeoutMs: number;
};

/**
 * Near the end of a window nothing is subtracted: the store could do it after the end, and so subtract it from the next
 * window.
 */
const undoMarginMs = 2_000;

/** Counts in the memory of this process only. */
export function createMemoryCounter({ rule }: CounterOptions): Counter {
  return countIn(createMemoryCounts({ milliseconds: rule.seconds * 1000 }));
}

function countIn(counts: MemoryCounts): Counter {
  return async (key) => {
    const { consumed, endsAt } = counts.add(key);
    return {
      consumed,
      resetInMs: Math.max(0, endsAt - Date.now()),
      undo: async () => counts.remove(key, endsAt),
    };
  };
}

/**
 * Counts in the shared store, and in memory while the store fails or is slow. Counts from the store are mirrored in
 * memory, so an outage does not reset the quota of a client. Decision 24 says why the library's own means do not serve.
 */
export function createInsuredCounter({ name, rule, store, outage, timeoutMs }: InsuredOptions): Counter {
  const limiter = store.createLimiter({ keyPrefix: name, points: rule.points, duration: rule.seconds });
  const insurance = createMemoryCounts({ milliseconds: rule.seconds * 1000 });
  const countInMemory = countIn(insurance);
  const change = async (key: string, method: 'consume' | 'reward') => {
    const { consumed, resetInMs } = await within(timeoutMs, (signal) =>
      settle(store.run(() => limiter[method](key), signal)),
    );
    outage.works();
    const endsAt = Date.now() + resetInMs;
    insurance.set(key, { consumed, endsAt });
    return { consumed, resetInMs, endsAt };
  };
  return async (key) => {
    if (!outage.mayAsk()) return countAlone(key);
    try {
      const { consumed, resetInMs, endsAt } = await change(key, 'consume');
      return { consumed, resetInMs, undo: () => undo(key, endsAt) };
    } catch (cause) {
      outage.fails(cause);
      return countAlone(key);
    }
  };

  /** If the store fails, the request stays counted. */
  async function undo(key: string, endsAt: number): Promise<void> {
    if (endsAt - Date.now() < undoMarginMs || !outage.mayAsk()) return;
    await change(key, 'reward').catch((cause: unknown) => outage.fails(cause));
  }

  function countAlone(key: string): Promise<Count> {
    outage.countsAlone();
    return countInMemory(key);
  }
}

type OutageWatch = {
  mayAsk(): boolean;
  works(): void;
  fails(cause: unknown): void;
  countsAlone(): void;
};

/** In milliseconds. */
const askAgainAfter = 1000;

/** Circuit breaker: during an outage one request per second tries the store, and the others do not wait for it. */
export function watchOutage(
  log: (message: string, cause?: unknown) => void,
  watch: LimitsWatch | undefined,
): OutageWatch {
  let downSince: number | undefined;
  let askAgainAt = 0;
  return {
    mayAsk() {
      if (downSince === undefined) return true;
      if (Date.now() < askAgainAt) return false;
      askAgainAt = Date.now() + askAgainAfter;
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
      askAgainAt = Date.now() + askAgainAfter;
      if (downSince !== undefined) return;
      downSince = Date.now();
      watch?.limitStoreWorks(false);
      log('the counter store fails; this process counts in memory until it is back', cause);
    },
    countsAlone: () => watch?.countedAlone(),
  };
}

/**
 * Also resolves when the limit is exceeded, in which case the library rejects with the result. Rejects only if the
 * store fails.
 */
async function settle(change: Promise<RateLimiterRes>): Promise<Omit<Count, 'undo'>> {
  const result = await change.catch((reason: unknown) => {
    if (reason instanceof RateLimiterRes) return reason;
    throw reason;
  });
  return { consumed: result.consumedPoints, resetInMs: Math.max(0, result.msBeforeNext) };
}
