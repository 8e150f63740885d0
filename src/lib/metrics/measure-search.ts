import type { Search } from '#lib/search/search.ts';
import type { Measures, SearchOutcome } from './measures.ts';

/** Wraps a search to measure each query. */
export function measureSearch<Measured extends Pick<Search, 'search'>>(
  search: Measured,
  measures: Pick<Measures, 'searched'>,
): Measured {
  return {
    ...search,
    async search(query) {
      const began = performance.now();
      let outcome: SearchOutcome = 'failed';
      try {
        const answer = await search.search(query);
        const isFound = answer.total > 0;
        outcome = !isFound ? 'nothing' : answer.correction === null ? 'found' : 'corrected';
        return answer;
      } finally {
        measures.searched(outcome, (performance.now() - began) / 1000);
      }
    },
  };
}
