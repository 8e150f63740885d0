import { dayIn } from '#lib/content/terms.ts';
import type { InsightCount, InsightCounts, InsightKind } from '#lib/store/staff/insight-counts.ts';
import { normaliseAsked } from './normalise.ts';

export type Insights = {
  /** Counts a text and returns at once. Removes personal data before storing it in memory. Never throws. */
  count: (kind: InsightKind, text: string) => void;
  /** Writes the pending counts to the store. Never throws. */
  flush: () => Promise<void>;
  /** Flushes, and ignores later counts. Never throws. */
  close: () => Promise<void>;
};

type Options = {
  store: InsightCounts;
  /** The time zone in which days begin. */
  timeZone: string;
  now?: () => Date;
  /** Milliseconds from the first pending count to the write. */
  flushDelayMs?: number;
  /** Maximum number of pending texts. Further ones are dropped while the store is unavailable. */
  maxPending?: number;
  log: (line: string) => void;
};

/**
 * Counts searches and questions without a result, for editors. Stores the text and the day, and no data about the
 * visitor. Writes the counts every few seconds, so that responses do not wait for the store. One long function, because
 * its parts share the pending counts.
 */
export function createInsights({
  store,
  timeZone,
  now = () => new Date(),
  flushDelayMs = 3_000,
  maxPending = 1_000,
  log,
}: Options): Insights {
  let pending = new Map<string, InsightCount>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let isUnavailable = false;
  let closed = false;

  function add(entry: InsightCount): void {
    const key = `${entry.kind} ${entry.day} ${entry.text}`;
    const known = pending.get(key);
    if (known) known.count += entry.count;
    else if (pending.size < maxPending) pending.set(key, { ...entry });
  }

  function writeSoon(): void {
    if (closed || pending.size === 0) return;
    timer ??= setTimeout(() => void flush(), flushDelayMs).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  async function write(): Promise<void> {
    if (pending.size === 0) return;
    const batch = pending;
    pending = new Map();
    try {
      await store.add([...batch.values()]);
      isUnavailable = false;
    } catch (error) {
      const newer = pending;
      pending = batch;
      for (const entry of newer.values()) add(entry);
      // Logs the error code only, never the texts.
      if (!isUnavailable) log(`counts are pending: the store is unavailable (${reasonOf(error)})`);
      isUnavailable = true;
    }
    writeSoon();
  }

  return {
    count(kind, text) {
      if (closed) return;
      const normalised = normaliseAsked(text);
      if (normalised === null) return;
      add({ kind, day: dayIn(timeZone, now()), text: normalised, count: 1 });
      writeSoon();
    },
    flush,
    async close() {
      closed = true;
      await flush();
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error ? error.cause.message : 'unknown';
}
