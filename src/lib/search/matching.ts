import type { InvertedIndex } from './inverted-index.ts';
import { hasNeighbours, hasSequence, lowerBoundOf } from './sorted-numbers.ts';
import type { Vocabulary } from './vocabulary.ts';
import { stem, type QueryPart } from './words.ts';

/** A page that has all that was asked for, and how well it answers. */
export type Match = { page: number; score: number };

/** The stems that a word of the query stands for. */
type Expansion = { stem: number; factor: number };
type Lookup = { expansions: Expansion[]; phrase?: readonly string[] };

const saturation = 1.2;
const lengthShare = 0.6;
const titleBonus = 3;
const wholeTitleBonus = 4;
const prefixFactor = 0.35;
/** How many other words a beginning may stand for; the ones on the most pages are taken. */
const mostExpansions = 64;
/** Only the best are looked at for words that stand side by side. */
const mostForNearness = 200;
const nearnessBonus = 0.5;
const nearnessReach = 2;

/** Finds the pages that have every part of a query, and ranks them by BM25 with the title counted more. */
export class Matcher {
  readonly #index: InvertedIndex;
  readonly #vocabulary: Vocabulary;
  /** Each posting's share of the score before the word's rarity. */
  readonly #impacts: Float32Array;
  readonly #pageCount: number;
  // A query's work sheets, one number a page, used anew by each because a match never waits.
  readonly #total: Float32Array;
  readonly #inTitle: Uint8Array;
  readonly #best: Float32Array;
  readonly #titled: Uint8Array;

  constructor(index: InvertedIndex, vocabulary: Vocabulary, pageLengths: Uint32Array) {
    this.#index = index;
    this.#vocabulary = vocabulary;
    this.#pageCount = pageLengths.length;
    this.#total = new Float32Array(pageLengths.length);
    this.#inTitle = new Uint8Array(pageLengths.length);
    this.#best = new Float32Array(pageLengths.length);
    this.#titled = new Uint8Array(pageLengths.length);
    const mean = pageLengths.reduce((sum, length) => sum + length, 0) / Math.max(1, pageLengths.length) || 1;
    this.#impacts = index.strengths.map((strength, posting) => {
      const page = index.pages[posting] ?? 0;
      const length = (pageLengths[page] ?? 0) / mean;
      const text =
        (strength * (saturation + 1)) / (strength + saturation * (1 - lengthShare + lengthShare * length));
      if (index.inTitle[posting] === 0) return text;
      return text + titleBonus / Math.sqrt(Math.max(1, index.titleWords[page] ?? 1));
    });
  }

  /** @returns all matches, best first; of equal ones the first page first */
  match(parts: readonly QueryPart[]): Match[] {
    const lookups = parts.flatMap((part, at) => this.#lookups(part, at === parts.length - 1));
    if (lookups.length === 0) return [];
    const total = this.#total.fill(0);
    const inTitle = this.#inTitle.fill(0);
    let pages: Uint32Array | undefined;
    for (const expansions of this.#rarestFirst(lookups)) {
      pages = this.#addWord(expansions, { total, inTitle, among: pages });
      if (pages.length === 0) return [];
    }
    let found = [...(pages ?? [])];
    for (const { phrase } of lookups) {
      if (phrase) found = found.filter((page) => this.hasPhrase(page, phrase));
    }
    const matches = found.map((page) => ({
      page,
      score: this.#finalScore(page, { total, inTitle, lookups }),
    }));
    matches.sort(byScore);
    return this.#rankByNearness(matches, lookups);
  }

  /** The stems that a query's parts stand for: what an excerpt marks. */
  stemsOf(parts: readonly QueryPart[]): Set<number> {
    const lookups = parts.flatMap((part, at) => this.#lookups(part, at === parts.length - 1));
    return new Set(lookups.flatMap(({ expansions }) => expansions.map((expansion) => expansion.stem)));
  }

  /** Whether the index has the word, or one that begins with it. */
  knows(word: string): boolean {
    return this.#expand(word, true).length > 0;
  }

  /** Positions of a stem on a page. */
  positions(stemNumber: number, page: number): Uint32Array {
    const { pages, postingStart, positions, positionStart } = this.#index;
    const end = postingStart[stemNumber + 1] ?? 0;
    const at = lowerBoundOf(pages, page, { from: postingStart[stemNumber] ?? 0, to: end });
    if (at >= end || pages[at] !== page) return positions.subarray(0, 0);
    return positions.subarray(positionStart[at], positionStart[at + 1]);
  }

  hasPhrase(page: number, phrase: readonly string[]): boolean {
    return hasSequence(phrase.map((word) => this.positions(this.#vocabulary.stemNumber(stem(word)), page)));
  }

  #lookups({ words, phrase }: QueryPart, isLast: boolean): Lookup[] {
    return [...new Set(words)].map((word, at) => ({
      expansions: phrase ? this.#expand(word, false) : this.#expand(word, word.length > (isLast ? 1 : 2)),
      ...(phrase && at === 0 && { phrase: words }),
    }));
  }

  #expand(word: string, asPrefix: boolean): Expansion[] {
    const exact = this.#vocabulary.stemNumber(stem(word));
    const found: Expansion[] = exact < 0 ? [] : [{ stem: exact, factor: 1 }];
    if (!asPrefix) return found;
    const others = [...this.#vocabulary.stemsWithPrefix(word)]
      .filter((number) => number !== exact)
      .sort((a, b) => this.#pagesOf(b) - this.#pagesOf(a) || a - b)
      .slice(0, mostExpansions);
    const factor = exact < 0 ? 1 : prefixFactor;
    return [...found, ...others.map((number) => ({ stem: number, factor }))];
  }

  /** In this order a query that matches nothing is known to soonest. */
  #rarestFirst(lookups: readonly Lookup[]): Expansion[][] {
    return lookups
      .map(({ expansions }) => ({
        expansions,
        postings: expansions.reduce((sum, expansion) => sum + this.#pagesOf(expansion.stem), 0),
      }))
      .sort((a, b) => a.postings - b.postings)
      .map(({ expansions }) => expansions);
  }

  #pagesOf(stemNumber: number): number {
    const { postingStart } = this.#index;
    return (postingStart[stemNumber + 1] ?? 0) - (postingStart[stemNumber] ?? 0);
  }

  /** Adds each page's best form of the word to its score; @returns those of `among` that have one. */
  #addWord(
    expansions: readonly Expansion[],
    { total, inTitle, among }: { total: Float32Array; inTitle: Uint8Array; among: Uint32Array | undefined },
  ): Uint32Array {
    const { postingStart, pages, inTitle: postingInTitle } = this.#index;
    const best = this.#best.fill(0);
    const titled = this.#titled.fill(0);
    const seen: number[] = [];
    for (const { stem: number, factor } of expansions) {
      const rarity = factor * this.#rarity(number);
      const end = postingStart[number + 1] ?? 0;
      for (let posting = postingStart[number] ?? 0; posting < end; posting++) {
        const page = pages[posting] ?? 0;
        const score = rarity * (this.#impacts[posting] ?? 0);
        const before = best[page] ?? 0;
        if (before === 0 && !among) seen.push(page);
        if (score > before) best[page] = score;
        if (postingInTitle[posting] === 1) titled[page] = 1;
      }
    }
    const kept = among ? among.filter((page) => (best[page] ?? 0) > 0) : Uint32Array.from(seen);
    for (const page of kept) {
      total[page] = (total[page] ?? 0) + (best[page] ?? 0);
      inTitle[page] = (inTitle[page] ?? 0) + (titled[page] ?? 0);
    }
    return kept;
  }

  #rarity(stemNumber: number): number {
    const pages = this.#pagesOf(stemNumber);
    return Math.log(1 + (this.#pageCount - pages + 0.5) / (pages + 0.5));
  }

  #finalScore(
    page: number,
    { total, inTitle, lookups }: { total: Float32Array; inTitle: Uint8Array; lookups: readonly Lookup[] },
  ): number {
    const score = total[page] ?? 0;
    const titleWords = Math.max(1, this.#index.titleWords[page] ?? 1);
    const asked = lookups.length;
    if ((inTitle[page] ?? 0) < asked) return score;
    return score + wholeTitleBonus * Math.min(1, asked / titleWords) * asked;
  }

  /** Raises pages on which neighbouring words of the query stand side by side. */
  #rankByNearness(matches: Match[], lookups: readonly Lookup[]): Match[] {
    const stems = lookups.map(({ expansions }) => expansions[0]?.stem ?? -1);
    if (stems.length < 2) return matches;
    const head = matches.slice(0, mostForNearness).map(({ page, score }) => {
      let pairs = 0;
      for (let at = 1; at < stems.length; at++) {
        const before = this.positions(stems[at - 1] ?? -1, page);
        if (hasNeighbours(before, this.positions(stems[at] ?? -1, page), nearnessReach)) {
          pairs += 1;
        }
      }
      return { page, score: score * (1 + (nearnessBonus * pairs) / (stems.length - 1)) };
    });
    return [...head.sort(byScore), ...matches.slice(mostForNearness)];
  }
}

function byScore(a: Match, b: Match): number {
  return b.score - a.score || a.page - b.page;
}
