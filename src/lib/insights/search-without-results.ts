import type { SearchAnswer } from '#lib/search/answer.ts';
import type { SearchQuery } from '#lib/search/query.ts';
import type { Insights } from './insights.ts';

/** Counts a search of the whole site that found nothing: a type or a later page may be empty for good reason. */
export function countFruitlessSearch(
  insights: Pick<Insights, 'count'>,
  { query, answer }: { query: SearchQuery; answer: SearchAnswer },
): void {
  if (answer.total > 0 || query.offset > 0 || query.types.length > 0) return;
  insights.count('search', query.query);
}
