import type { Search } from './search.ts';

/** The search of the current publication. */
export type CurrentSearch = Pick<Search, 'search' | 'correct' | 'showOnly' | 'warmUp'> & {
  /** Runs work with one index, which stays open until the work is done. */
  use<Result>(work: (search: Search) => Promise<Result>): Promise<Result>;
  /** Replaces the index between two requests. Closes the previous one when no request uses it. */
  replace(next: Search): void;
  close(): Promise<void>;
};

type Lease = { search: Search; users: number; isReplaced: boolean };

/** @param onError called if a replaced index cannot be closed */
export function createCurrentSearch(first: Search, onError: (error: unknown) => void): CurrentSearch {
  let current: Lease = { search: first, users: 0, isReplaced: false };
  const closing = new Set<Promise<void>>();

  async function use<Result>(work: (search: Search) => Promise<Result>): Promise<Result> {
    const lease = current;
    lease.users++;
    try {
      return await work(lease.search);
    } finally {
      lease.users--;
      closeUnused(lease);
    }
  }

  function closeUnused({ search, users, isReplaced }: Lease): void {
    if (!isReplaced || users > 0) return;
    const closed = search
      .close()
      .catch(onError)
      .finally(() => closing.delete(closed));
    closing.add(closed);
  }

  return {
    use,
    search: (query) => use((search) => search.search(query)),
    correct: (text) => current.search.correct(text),
    warmUp: () => use((search) => search.warmUp()),
    showOnly: (isPublished) => current.search.showOnly(isPublished),
    replace(next) {
      const previous = current;
      current = { search: next, users: 0, isReplaced: false };
      previous.isReplaced = true;
      closeUnused(previous);
    },
    async close() {
      await Promise.all([current.search.close(), ...closing]);
    },
  };
}
