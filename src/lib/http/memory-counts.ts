/** The count of a key in its window, and the end of the window in milliseconds, by the clock `now`. */
type MemoryCount = { consumed: number; endsAt: number };

export type MemoryCounts = {
  /** Adds one to the count of the key. The first call for a key starts its window. */
  add(key: string): MemoryCount;
  /** Subtracts one from the count of the key, unless a new window has started. */
  remove(key: string, endsAt: number): void;
  /** Replaces the count of the key, for example with that of another counter. */
  set(key: string, count: MemoryCount): void;
  size(): number;
};

type Options = {
  /** Length of a window. */
  milliseconds: number;
  /** Maximum number of keys. Above this, the oldest key is evicted, which resets the count of its client. */
  capacity?: number;
  now?: () => number;
};

/**
 * Counts in memory without a timer for each key, because a flood of clients would create hundreds of thousands.
 * All windows have the same length, so the first entries expire first, and each call evicts expired ones.
 */
export function createMemoryCounts({
  milliseconds,
  capacity = 200_000,
  now = Date.now,
}: Options): MemoryCounts {
  const counts = new Map<string, MemoryCount>();

  function add(key: string): MemoryCount {
    const time = now();
    evictOldest(time);
    const known = counts.get(key);
    if (known !== undefined && known.endsAt > time) {
      known.consumed += 1;
      return known;
    }
    const count = { consumed: 1, endsAt: time + milliseconds };
    place(key, count);
    return count;
  }

  function remove(key: string, endsAt: number): void {
    const known = counts.get(key);
    if (known?.endsAt === endsAt && known.consumed > 0) known.consumed -= 1;
  }

  function set(key: string, count: MemoryCount): void {
    const time = now();
    evictOldest(time);
    const known = counts.get(key);
    if (known === undefined || known.endsAt <= time) return place(key, count);
    known.consumed = count.consumed;
    known.endsAt = count.endsAt;
  }

  /** Inserts the entry at the end, as the newest. */
  function place(key: string, count: MemoryCount): void {
    counts.delete(key);
    counts.set(key, count);
  }

  /** Evicts at most two entries per call. */
  function evictOldest(time: number): void {
    let evicted = 0;
    for (const [key, { endsAt }] of counts) {
      if (evicted === 2 || (endsAt > time && counts.size < capacity)) return;
      evicted += 1;
      counts.delete(key);
    }
  }

  return { add, remove, set, size: () => counts.size };
}
