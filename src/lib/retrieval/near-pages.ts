import type { EmbeddedPassage } from './embed-passages.ts';

/** A page's title and a short summary of its content. */
export type PageSummary = { path: string; title: string; text: string };

export type NearPassage = {
  id: number;
  similarity: number;
  /** The cosine of each of its sentences: see `splitPassage`. Empty if they have no vectors. */
  sentences: readonly number[];
};

/** How near a page is in meaning to a text. */
export type NearPage = {
  path: string;
  /** At most 1; about 0 for a page on another subject. */
  nearness: number;
  /** Whether a passage or the summary is near enough to the text for the page to be relevant. */
  isNear: boolean;
  /** The nearest passages, nearest first. */
  passages: NearPassage[];
};

/** A row of the table of vectors: a passage, or the summary of a page if `id` is null. */
type Row = EmbeddedPassage & { id: number | null; path: string };

/** The number of best passages of which the mean is taken. */
const meanOf = 3;
/** The best passage has the weight 1. */
const weights = { mean: 0.5, summary: 0.25 };

/** Puts each page's summary before its passages, because in a large table the vectors of a page must be adjacent. */
export function toRows(
  passages: readonly (EmbeddedPassage & { id: number; path: string })[],
  summaries: readonly PageSummary[],
): Row[] {
  const waiting = new Map(summaries.map((summary) => [summary.path, summary]));
  const summaryOf = (path: string): Row[] => {
    const summary = waiting.get(path);
    waiting.delete(path);
    return summary ? [{ ...summary, id: null, heading: '' }] : [];
  };
  const ofPassages = passages.flatMap((passage) => [...summaryOf(passage.path), passage]);
  return [...ofPassages, ...[...waiting.keys()].flatMap(summaryOf)];
}

type Compared = Omit<NearPassage, 'id'> & { id: number | null; path: string };

/**
 * Ranks pages by their best passage, the mean of their best passages and their summary, nearest first. A single passage
 * may be near by chance.
 * @param minSimilarity the minimum cosine of texts on the same subject
 */
export function rankPages(compared: readonly Compared[], minSimilarity: number): NearPage[] {
  const pages = [...Map.groupBy(compared, (row) => row.path)].map(([path, rows]) => {
    const passages = rows
      .flatMap(({ id, similarity, sentences }) => (id === null ? [] : [{ id, similarity, sentences }]))
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, meanOf);
    const summary = rows.find(({ id }) => id === null)?.similarity;
    const similarity = similarityOf(
      passages.map((row) => row.similarity),
      summary,
    );
    const nearness = (similarity - minSimilarity) / (1 - minSimilarity);
    const isNear = rows.some((row) => row.similarity >= minSimilarity);
    return { path, nearness, isNear, passages };
  });
  return pages.sort((a, b) => b.nearness - a.nearness);
}

/** @param passages the similarities of the best passages, greatest first; fewer if the page is short */
function similarityOf([best, ...others]: readonly number[], summary: number | undefined): number {
  if (best === undefined) return summary ?? -1;
  const least = others.at(-1) ?? best;
  const missing = meanOf - 1 - others.length;
  const mean = (best + others.reduce((sum, each) => sum + each, 0) + missing * least) / meanOf;
  const ofPassages = best + weights.mean * mean;
  return summary === undefined
    ? ofPassages / (1 + weights.mean)
    : (ofPassages + weights.summary * summary) / (1 + weights.mean + weights.summary);
}
