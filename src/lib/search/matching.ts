import { inHeading, inKeywords, inTitle, type PageIndex } from '#lib/build-format/page-index-format.ts';
import { stem } from '#lib/i18n/words.ts';
import { broadShare, isBroadPage } from './broad-pages.ts';
import { isCode } from './codes.ts';
import { createLookupReader, type Lookup } from './lookups.ts';
import type { QueryPart } from './query-parts.ts';
import { hasNeighbours, hasSequence, lowerBoundOf } from './sorted-numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

export type Match = {
  page: number;
  score: number;
  /** The share of the query that the page contains, from 0 to 1; rare words weigh more. */
  coverage: number;
  /** Whether the title contains every part of the query, and none only by a synonym. */
  isTypedInTitle: boolean;
};

type MatchOptions = {
  needsAll: boolean;
  /** Without `needsAll`: pages with a lower score are left out. */
  minScore?: number;
};

/** BM25's parameters. */
const saturation = 1.2;
const lengthShare = 0.6;
/** Added to a posting's BM25 score by field. The title's bonus is divided by the square root of its length. */
const titleBonus = 3;
const keywordBonus = 0.3;
/** For the course with this code, as opposed to pages that mention it. */
const codeBonus = 10;
const headingBonus = 0.4;
/** For each part of the query, if the title has all. */
const wholeTitleBonus = 4;
/** Only this many of the best matches are checked for adjacent words. */
const maxExamined = 200;
const neighbourBonus = 0.5;
const neighbourReach = 2;
/** Without `needsAll`, pages below this share of the best score are dropped. */
const minShareOfBest = 0.25;
const none = new Uint32Array();
/** How a title has a part of the query. */
const bySynonym = 1;
const asTyped = 2;

/** Finds pages by the words of a query. Ranks them by BM25, with bonuses for titles, keywords and headings. */
export class Matcher {
  readonly #index: PageIndex;
  readonly #vocabulary: Vocabulary;
  readonly #lookups: ReturnType<typeof createLookupReader>;
  /** Each posting's score, to be multiplied by the word's rarity. */
  readonly #impacts: Float32Array;
  // Buffers by page, reused by each query. This is safe because matching is synchronous.
  readonly #total: Float32Array;
  readonly #covered: Float32Array;
  readonly #titled: Uint8Array;
  readonly #titledAsTyped: Uint8Array;
  readonly #best: Float32Array;
  readonly #bestTitled: Uint8Array;

  constructor(index: PageIndex, vocabulary: Vocabulary) {
    this.#index = index;
    this.#vocabulary = vocabulary;
    this.#lookups = createLookupReader(index, vocabulary);
    const { length } = index.lengths;
    this.#total = new Float32Array(length);
    this.#covered = new Float32Array(length);
    this.#titled = new Uint8Array(length);
    this.#titledAsTyped = new Uint8Array(length);
    this.#best = new Float32Array(length);
    this.#bestTitled = new Uint8Array(length);
    this.#impacts = impactsOf(index);
  }

  /**
   * Returns the matches, best first, with ties in the order of the pages. Without `needsAll`, one part of the query is
   * enough.
   */
  match(parts: readonly QueryPart[], { needsAll, minScore = 0 }: MatchOptions): Match[] {
    const lookups = this.#lookups.toLookups(parts);
    const totalRarity = lookups.reduce((sum, { rarity }) => sum + rarity, 0);
    let pages = this.#addUp(lookups, { needsAll, minScore });
    for (const { phrase } of lookups) {
      if (phrase && needsAll) pages = pages.filter((page) => this.#hasPhrase(page, phrase));
    }
    const matches: Match[] = [];
    for (const page of pages) {
      const coverage = totalRarity > 0 ? Math.min(1, (this.#covered[page] ?? 0) / totalRarity) : 0;
      const isInTitle = (this.#titled[page] ?? 0) >= lookups.length;
      const isTypedInTitle = (this.#titledAsTyped[page] ?? 0) >= lookups.length;
      const score = (this.#total[page] ?? 0) + (isInTitle ? wholeTitleBonus * lookups.length : 0);
      matches.push({ page, score, coverage, isTypedInTitle });
    }
    matches.sort(byScore);
    return this.#rankByNeighbours(matches, lookups);
  }

  /** Returns all stems that match a query, which excerpts mark. The weight of a part is 1 on average; rare words weigh more. */
  stemsOf(parts: readonly QueryPart[]): { stem: number; part: number; weight: number }[] {
    const lookups = this.#lookups.toLookups(parts);
    const mean = lookups.reduce((sum, { rarity }) => sum + rarity, 0) / Math.max(1, lookups.length);
    return lookups.flatMap(({ expansions, rarity }, part) =>
      expansions.map(({ stem: number, factor }) => ({
        stem: number,
        part,
        weight: mean > 0 ? (factor * rarity) / mean : factor,
      })),
    );
  }

  /** Whether a page has the word, another spelling of it, or a word that begins with it. */
  knows(word: string): boolean {
    return this.#lookups.expand(word, true).length > 0;
  }

  /** Returns the positions of a stem on a page. */
  positions(stemNumber: number, page: number): Uint32Array {
    const { postingPages, postingStart, positions, positionStart } = this.#index;
    const end = postingStart[stemNumber + 1] ?? 0;
    const at = lowerBoundOf(postingPages, page, { from: postingStart[stemNumber] ?? 0, to: end });
    if (at >= end || postingPages[at] !== page) return positions.subarray(0, 0);
    return positions.subarray(positionStart[at], positionStart[at + 1]);
  }

  #hasPhrase(page: number, phrase: readonly string[]): boolean {
    return hasSequence(phrase.map((word) => this.positions(this.#vocabulary.stemNumber(stem(word)), page)));
  }

  /**
   * Adds up the scores of the parts, rarest first. @returns the pages that have every part or, without `needsAll`, any
   * part
   */
  #addUp(lookups: readonly Lookup[], { needsAll, minScore }: Required<MatchOptions>): Uint32Array {
    this.#total.fill(0);
    this.#covered.fill(0);
    this.#titled.fill(0);
    this.#titledAsTyped.fill(0);
    const order = lookups.toSorted((a, b) => b.rarity - a.rarity);
    const found: number[] = [];
    let all: Uint32Array | undefined;
    for (const lookup of order) {
      const added = this.#addPart(lookup, { found, among: needsAll ? all : undefined });
      if (needsAll && added.length === 0) return added;
      all = added;
    }
    return needsAll && all ? all : this.#dropPoor(found, minScore);
  }

  /**
   * Drops pages with low scores before sorting, which is the slowest step if nearly every page has one of the words.
   */
  #dropPoor(pages: readonly number[], minScore: number): Uint32Array {
    const best = pages.reduce((most, page) => Math.max(most, this.#total[page] ?? 0), 0);
    const threshold = Math.max(minScore, best * minShareOfBest);
    return new Uint32Array(pages.filter((page) => (this.#total[page] ?? 0) >= threshold));
  }

  /** Adds the best score of the part's expansions to each page. @returns the pages of `among` that match */
  #addPart(
    { expansions, rarity }: Lookup,
    { found, among }: { found: number[]; among: Uint32Array | undefined },
  ): Uint32Array {
    const { postingStart, postingPages, fields, stems } = this.#index;
    const best = this.#best.fill(0);
    const titled = this.#bestTitled.fill(0);
    const seen: number[] = [];
    for (const { stem: number, ...expansion } of expansions) {
      const weight = expansion.factor * expansion.rarity;
      const keywordsBonus = expansion.factor === 1 && isCode(stems[number] ?? '') ? codeBonus : 0;
      const end = postingStart[number + 1] ?? 0;
      for (let posting = postingStart[number] ?? 0; posting < end; posting++) {
        const page = postingPages[posting] ?? 0;
        const field = fields[posting] ?? 0;
        const score = weight * ((this.#impacts[posting] ?? 0) + (field & inKeywords ? keywordsBonus : 0));
        const before = best[page] ?? 0;
        if (before === 0 && !among) seen.push(page);
        if (score > before) best[page] = score;
        if (field & inTitle)
          titled[page] = Math.max(titled[page] ?? 0, expansion.isSynonym ? bySynonym : asTyped);
      }
    }
    const kept = among ? among.filter((page) => (best[page] ?? 0) > 0) : new Uint32Array(seen);
    for (const page of kept) {
      if (this.#covered[page] === 0) found.push(page);
      this.#total[page] = (this.#total[page] ?? 0) + (best[page] ?? 0);
      this.#covered[page] = (this.#covered[page] ?? 0) + rarity;
      if (titled[page]) this.#titled[page] = (this.#titled[page] ?? 0) + 1;
      if (titled[page] === asTyped) this.#titledAsTyped[page] = (this.#titledAsTyped[page] ?? 0) + 1;
    }
    return kept;
  }

  /** Raises pages on which adjacent words of the query are adjacent too. */
  #rankByNeighbours(matches: Match[], lookups: readonly Lookup[]): Match[] {
    const stems = lookups.map(({ expansions }) => expansions[0]?.stem ?? -1);
    if (stems.length < 2) return matches;
    const head = matches.slice(0, maxExamined).map((match) => {
      const places = stems.map((number) => this.positions(number, match.page));
      const pairs = places.filter(
        (after, at) => at > 0 && hasNeighbours(places[at - 1] ?? none, after, neighbourReach),
      );
      return { ...match, score: match.score * (1 + (neighbourBonus * pairs.length) / (stems.length - 1)) };
    });
    return [...head.sort(byScore), ...matches.slice(maxExamined)];
  }
}

function impactsOf({
  pages,
  lengths,
  titleLengths,
  strengths,
  postingPages,
  fields,
}: PageIndex): Float32Array {
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length) || 1;
  const isBroad = pages.map(({ path }) => isBroadPage(path));
  return strengths.map((strength, posting) => {
    const page = postingPages[posting] ?? 0;
    const field = fields[posting] ?? 0;
    const length = (lengths[page] ?? 0) / mean;
    const text =
      (strength * (saturation + 1)) / (strength + saturation * (1 - lengthShare + lengthShare * length));
    const title = field & inTitle ? titleBonus / Math.sqrt(Math.max(1, titleLengths[page] ?? 1)) : 0;
    if (isBroad[page]) return text * broadShare + title;
    return text + title + (field & inKeywords ? keywordBonus : 0) + (field & inHeading ? headingBonus : 0);
  });
}

function byScore(a: Match, b: Match): number {
  return b.score - a.score || a.page - b.page;
}
