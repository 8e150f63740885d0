import { afterEach, expect } from 'vitest';
import type { CounterStore } from '#lib/http/limits-store.ts';
import { createLimits, type Limits } from '#lib/http/limits.ts';

let clients = 0;

export function failOnOutage(message: string): void {
  throw new Error(`unexpected: ${message}`);
}

/** Returns a function that opens limits, which are closed after each test. Call it once, at the top of a file. */
export function useLimits() {
  const opened: Limits[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((limits) => limits.close()));
  });
  return (store: CounterStore, log: (message: string) => void = failOnOutage): Limits => {
    // Tests of exact counts must not fall back to memory on a busy machine.
    const limits = createLimits({ store, log, timeoutMs: log === failOnOutage ? 10_000 : 300 });
    opened.push(limits);
    return limits;
  };
}

export function nextClient(): string {
  clients += 1;
  return `192.0.2.${clients}`;
}

/** Returns how many requests are accepted. The others must be over a limit. */
export async function countAccepted(takes: Promise<unknown>[]): Promise<number> {
  const results = await Promise.allSettled(takes);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'RATE_LIMITED' });
  }
  return results.filter((result) => result.status === 'fulfilled').length;
}

export function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}
