import type { SearchAnswer } from '#lib/search/answer.ts';
import type { SearchQuery } from '#lib/search/query.ts';
import type { Insights } from './insights.ts';

/** Counts a search without results, or with unrelated ones only. Ignores searches by type and later pages, which are often empty. */
export function countFruitlessSearch(
  insights: Pick<Insights, 'count'>,
  { query, answer }: { query: SearchQuery; answer: Pick<SearchAnswer, 'total' | 'unrelated'> },
): void {
  if ((answer.total > 0 && !answer.unrelated) || query.offset > 0 || query.types.length > 0) return;
  insights.count('search', query.query);
}
