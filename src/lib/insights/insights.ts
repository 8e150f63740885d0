import { dayIn } from '#lib/content/terms.ts';
import type { InsightCount, InsightCounts, InsightKind } from '#lib/store/insights.ts';
import { normaliseAsked } from './normalise.ts';

export type Insights = {
  /** Takes note and returns at once; what looks like a person's data is not even kept in memory. Never throws. */
  count: (kind: InsightKind, text: string) => void;
  /** Writes what has been noted so far. Never throws. */
  flush: () => Promise<void>;
  /** Writes for the last time; what is counted later is lost. Never throws. */
  close: () => Promise<void>;
};

type Options = {
  store: InsightCounts;
  /** In which a day begins at midnight. */
  timeZone: string;
  now?: () => Date;
  /** Milliseconds from the first note to the write of all that came meanwhile. */
  flushEvery?: number;
  /** Different texts that wait at most; while the store is away, further ones are dropped. */
  mostWaiting?: number;
  log: (line: string) => void;
};

/**
 * Counts searches and questions that had no answer, for the editors: the text and its day, and nothing of who
 * asked. Counts wait in memory for some seconds, so that no answer waits for the store.
 */
export function createInsights({
  store,
  timeZone,
  now = () => new Date(),
  flushEvery = 3_000,
  mostWaiting = 1_000,
  log,
}: Options): Insights {
  let waiting = new Map<string, InsightCount>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let isAway = false;
  let closed = false;

  function note(entry: InsightCount): void {
    const key = `${entry.kind} ${entry.day} ${entry.text}`;
    const known = waiting.get(key);
    if (known) known.count += entry.count;
    else if (waiting.size < mostWaiting) waiting.set(key, { ...entry });
  }

  function writeSoon(): void {
    if (closed || waiting.size === 0) return;
    timer ??= setTimeout(() => void flush(), flushEvery).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  async function write(): Promise<void> {
    if (waiting.size === 0) return;
    const batch = waiting;
    waiting = new Map();
    try {
      await store.add([...batch.values()]);
      isAway = false;
    } catch (error) {
      const newer = waiting;
      waiting = batch;
      for (const entry of newer.values()) note(entry);
      // The reason is a code; the text of what was asked is no line for a log.
      if (!isAway) log(`the counts wait, for the store takes none (${reasonOf(error)})`);
      isAway = true;
    }
    writeSoon();
  }

  return {
    count(kind, text) {
      if (closed) return;
      const normalised = normaliseAsked(text);
      if (normalised === null) return;
      note({ kind, day: dayIn(timeZone, now()), text: normalised, count: 1 });
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
