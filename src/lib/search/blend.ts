import type { Meaning } from '#lib/retrieval/vector-index.ts';
import type { FoundPages } from './page-finder.ts';
import type { PassageStore } from './passages.ts';

type BlendOptions = {
  meaning: Meaning;
  passages: Pick<PassageStore, 'get'>;
  /** Returns the number of a page in the index. */
  pageAt: (path: string) => number | undefined;
};

const maxPassages = 30;
const maxByMeaning = 10;
/** The constant k of reciprocal rank fusion: low, so that the first of each ranking count most. */
const fusionConstant = 3;
/** What a rank by words counts against the same rank by meaning. */
const wordsWeight = 0.9;

/**
 * Adds the pages nearest in meaning to those that words found, and ranks both together.
 * @returns null if there is no ranking by meaning at the moment
 */
export async function blendWithMeaning(
  found: FoundPages,
  { meaning, passages, pageAt }: BlendOptions,
): Promise<FoundPages | null> {
  const near = await meaning.nearest(found.used, maxPassages);
  if (!near) return null;
  const pages = near.passages
    .filter(({ similarity }) => similarity >= near.minSimilarity)
    .flatMap(({ id }) => pageAt(passages.get(id)?.path ?? '') ?? []);
  const byMeaning = [...new Set(pages)].slice(0, maxByMeaning);
  const scores = new Map<number, number>();
  for (const [rank, page] of found.pages.entries()) scores.set(page, wordsWeight / (fusionConstant + rank));
  for (const [rank, page] of byMeaning.entries()) {
    scores.set(page, (scores.get(page) ?? 0) + 1 / (fusionConstant + rank));
  }
  return { ...found, pages: [...scores].sort((a, b) => b[1] - a[1]).map(([page]) => page) };
}
