import type { Meaning } from '#lib/retrieval/vector-index.ts';
import { broadShare } from './broad-pages.ts';
import type { FoundPages } from './page-finder.ts';
import type { PassageStore } from './passages.ts';

type BlendOptions = {
  meaning: Meaning;
  passages: Pick<PassageStore, 'get'>;
  /** Returns the number of a page in the index. */
  pageAt: (path: string) => number | undefined;
  /** Whether a page mentions nearly everything. */
  isBroad: (page: number) => boolean;
};

const maxPassages = 30;
const maxByMeaning = 10;
/** The constant k of reciprocal rank fusion. A low value favours the first pages of each ranking. */
const fusionConstant = 3;
/** The weight of a rank by words if the page has all of the query; a rank by meaning has the weight 1. */
const wordsWeight = 0.9;
/** Exponent of the coverage in the weight: higher values penalise missing words more. */
const coveragePower = 2;

/**
 * Merges the ranking by words with the pages nearest in meaning (reciprocal rank fusion).
 * @returns null if ranking by meaning is unavailable at the moment
 */
export async function blendWithMeaning(
  found: FoundPages,
  { meaning, passages, pageAt, isBroad }: BlendOptions,
): Promise<FoundPages | null> {
  const near = await meaning.nearest(found.used, maxPassages);
  if (!near) return null;
  const sections = near.passages
    .filter(({ similarity }) => similarity >= near.minSimilarity)
    .flatMap(({ id }) => passages.get(id) ?? [])
    .flatMap(({ path, anchor }) => toSection(pageAt(path), anchor));
  const nearSections = new Map(sections.toReversed());
  const byMeaning = [...new Set(sections.map(([page]) => page))].slice(0, maxByMeaning);
  const scores = new Map<number, number>();
  for (const [rank, page] of found.pages.entries()) {
    const weight = wordsWeight * (found.coverage.get(page) ?? 1) ** coveragePower;
    scores.set(page, weight / (fusionConstant + rank));
  }
  for (const [rank, page] of byMeaning.entries()) {
    const weight = isBroad(page) ? broadShare : 1;
    scores.set(page, (scores.get(page) ?? 0) + weight / (fusionConstant + rank));
  }
  return { ...found, pages: [...scores].sort((a, b) => b[1] - a[1]).map(([page]) => page), nearSections };
}

function toSection(page: number | undefined, anchor: string | null): [number, string | null][] {
  return page === undefined ? [] : [[page, anchor]];
}
