import type { Meaning } from '#lib/retrieval/vector-index.ts';
import type { FoundPages } from './page-finder.ts';

type BlendOptions = {
  nearestPages: Meaning['nearestPages'];
  /** Returns the number of the page at a path in the index. */
  pageAt: (path: string) => number | undefined;
  /** Whether a page mentions nearly everything. */
  isBroad: (page: number) => boolean;
};

/** The number of pages that are found by meaning alone. */
const maxByMeaning = 10;
/** Deducted from the nearness of pages that mention nearly everything. */
const broadDeduction = 0.1;
/** The weight of a match by words; nearness in meaning has the weight 1. */
const wordsWeight = 0.25;

/** The number of pages whose nearest passages are kept. The excerpts of further pages are chosen by words alone. */
const maxExplained = 50;

/**
 * Ranks pages by the sum of their match by words and their nearness in meaning.
 * @param query as typed. It is embedded together with its correction, which may miss what is meant
 * @returns null if ranking by meaning is unavailable at the moment
 */
export async function blendWithMeaning(
  query: string,
  found: FoundPages,
  { nearestPages, pageAt, isBroad }: BlendOptions,
): Promise<FoundPages | null> {
  const near = await nearestPages(found.correction ? `${found.correction} ${query}` : query);
  if (!near) return null;
  const byWords = new Set(found.pages);
  const candidates = near.flatMap(({ path, ...rest }) => {
    const page = pageAt(path);
    return page === undefined ? [] : [{ page, ...rest }];
  });
  const byMeaning = candidates
    .filter(({ page, isNear }) => isNear && !byWords.has(page))
    .slice(0, maxByMeaning);
  const nearest = new Map(
    [...byMeaning, ...candidates.filter(({ page }) => byWords.has(page))].map((each) => [each.page, each]),
  );
  const least = candidates.at(-1)?.nearness ?? 0;
  const scoreOf = (page: number) =>
    wordsWeight * (found.strengths.get(page) ?? 0) +
    (nearest.get(page)?.nearness ?? least) -
    (isBroad(page) ? broadDeduction : 0);
  const pages = [...new Set([...byWords, ...nearest.keys()])].toSorted((a, b) => scoreOf(b) - scoreOf(a));
  const nearPassages = new Map(
    pages.slice(0, maxExplained).map((page) => [page, nearest.get(page)?.passages ?? []]),
  );
  return { ...found, pages, nearPassages };
}
