/** How often each key was counted in its window, and when the window ends, in milliseconds of `now`. */
export type MemoryCount = { consumed: number; endsAt: number };

type MemoryCounts = {
  /** Counts one more of the key; the first of a window begins it. */
  add(key: string): MemoryCount;
  /** Takes over what another counter knows. */
  set(key: string, count: MemoryCount): void;
  size(): number;
};

type Options = {
  /** Length of a window. */
  milliseconds: number;
  /** Keys that are held; above it the oldest is forgotten, whose client may then begin anew. */
  capacity?: number;
  now?: () => number;
};

/**
 * Counts in memory with no timer for each key, of which a flood of clients would leave hundreds of thousands:
 * windows are of one length, so what ends first stands first, and each count clears away what has ended.
 */
export function createMemoryCounts({
  milliseconds,
  capacity = 200_000,
  now = Date.now,
}: Options): MemoryCounts {
  const counts = new Map<string, MemoryCount>();

  function add(key: string): MemoryCount {
    const time = now();
    clearAway(time);
    const known = counts.get(key);
    if (known !== undefined && known.endsAt > time) {
      known.consumed += 1;
      return known;
    }
    const count = { consumed: 1, endsAt: time + milliseconds };
    place(key, count);
    return count;
  }

  function set(key: string, count: MemoryCount): void {
    const time = now();
    clearAway(time);
    const known = counts.get(key);
    if (known === undefined || known.endsAt <= time) return place(key, count);
    known.consumed = count.consumed;
    known.endsAt = count.endsAt;
  }

  /** As the youngest. */
  function place(key: string, count: MemoryCount): void {
    counts.delete(key);
    counts.set(key, count);
  }

  /** Evicts at most two entries per call. */
  function clearAway(time: number): void {
    let looked = 0;
    for (const [key, { endsAt }] of counts) {
      if (looked === 2 || (endsAt > time && counts.size < capacity)) return;
      looked += 1;
      counts.delete(key);
    }
  }

  return { add, set, size: () => counts.size };
}
