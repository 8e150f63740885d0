import type { PageIndex } from '#lib/content/page-index-format.ts';
import { readSynonyms } from '#lib/i18n/synonyms.ts';
import { createTitleAdder } from './code-titles.ts';
import { createCodeReader, isCode } from './codes.ts';
import { suggestCorrection } from './correction.ts';
import { Matcher, type Match } from './matching.ts';
import { openPageIndex } from './open-page-index.ts';
import { parseQuery, type QueryPart } from './query-parts.ts';
import { Vocabulary } from './vocabulary.ts';

/** The ranked pages for a query. */
export type FoundPages = {
  /** Numbers of the pages, best first. */
  pages: readonly number[];
  /** How well each page matches, from 0 to 1: its score relative to the best one, times its share of the query. */
  strengths: ReadonlyMap<number, number>;
  /** The query that was used. */
  used: string;
  /** `used` if it differs from the query as typed, else null. */
  correction: string | null;
  /** Whether the ranking by words is reliable. Otherwise ranking by meaning may be better. */
  isClear: boolean;
  /** The anchor of the section nearest in meaning, by page; null for the text before a page's first heading. */
  nearSections?: ReadonlyMap<number, string | null>;
};

export type PageFinder = {
  index: PageIndex;
  find(query: string): FoundPages;
  /** Appends the titles of the pages whose codes a question has. */
  addTitles: (question: string) => string;
  /** Returns the positions of a query's words on a page, ascending. */
  markerOf(query: string): (page: number) => number[];
  /** Returns words of the site, spread over the alphabet. */
  sampleWords(count: number): string[];
};

type FinderOptions = {
  /** See `readSynonyms`. */
  synonyms?: readonly string[];
  isCommonWord?: (word: string) => boolean;
};

/** If fewer pages match all of a long query, partial matches are added up to this number. */
const minFound = 10;
const longQuery = 3;
/** The number of top results that partial matches are compared with. */
const bestShown = 2;
const maxPartial = 50;

/** @throws Error if the index is missing, damaged or of another version */
export function openPageFinder({ indexFile, ...options }: FinderOptions & { indexFile: string }): PageFinder {
  return createPageFinder(openPageIndex(indexFile), options);
}

export function createPageFinder(index: PageIndex, options: FinderOptions): PageFinder {
  const { synonyms: lines = [], isCommonWord = () => false } = options;
  const synonyms = readSynonyms(lines);
  const vocabulary = new Vocabulary(
    index,
    synonyms.phrases.filter((word) => !word.includes(' ')),
  );
  const matcher = new Matcher(index, vocabulary);
  const codes = createCodeReader(vocabulary.codes());
  const isKnown = (word: string) => vocabulary.has(word);
  const parse = (query: string) => parseQuery(query, { synonyms, isKnown, isCommonWord, ...codes });
  const tools = {
    matcher,
    vocabulary,
    isCommonWord: (word: string) => synonyms.of(word).length > 0 || isCommonWord(word),
  };

  const isWholeWord = (word: string) => isKnown(word) || tools.isCommonWord(word);

  /** If no page has all of the query as typed, the pages of the corrected query come first. */
  function find(query: string): FoundPages {
    const typed = findAsTyped(query);
    const corrected = typed.isFull ? undefined : findCorrected(query);
    if (!corrected) return typed;
    return {
      ...corrected,
      pages: [...new Set([...corrected.pages, ...typed.pages])],
      strengths: new Map([...typed.strengths, ...corrected.strengths]),
    };
  }

  /** Finds full matches and the best partial ones or, if there are none, partial matches only. */
  function findAsTyped(query: string): FoundPages & { isFull: boolean } {
    const parts = parse(query);
    const full = matcher.match(parts, { needsAll: true });
    const isFull = full.length > 0;
    const matches = isFull ? addPartial(full, parts) : matchPartly(parts).slice(0, maxPartial);
    const isClear = isFull ? areWordsClear(full, parts) : hasExact(parts);
    return { ...toPages(matches), used: query, correction: null, isClear, isFull };
  }

  /** True for codes, words in quotes and the beginning of a word, and if the best page has all words in its title. */
  function areWordsClear([best]: readonly Match[], parts: readonly QueryPart[]): boolean {
    const isBeginning = parts.length === 1 && !parts[0]?.words.every(isWholeWord);
    const hasCode = parts.some(({ words: [word = ''] }) => isCode(word));
    return isBeginning || hasCode || hasExact(parts) || best?.isInTitle === true;
  }

  /** Returns the full matches of the corrected query, else its partial ones. */
  function findCorrected(query: string): FoundPages | undefined {
    const used = suggestCorrection(query, tools);
    if (used === undefined) return undefined;
    const found = findAsTyped(used);
    return { ...found, correction: found.pages.length > 0 ? used : null };
  }

  /**
   * Adds partial matches: those that score higher than the top full matches, for example by their titles, and the best
   * others if few pages match all of a long query.
   */
  function addPartial(matches: Match[], parts: readonly QueryPart[]): Match[] {
    if (parts.length < 2) return matches;
    const minScore = matches[bestShown - 1]?.score ?? matches[0]?.score ?? 0;
    const isFew = parts.length >= longQuery && matches.length < minFound;
    const known = new Set(matches.map(({ page }) => page));
    const partial = matchPartly(parts, isFew ? 0 : minScore).filter(({ page }) => !known.has(page));
    const better = partial.filter(({ score }) => score > minScore).slice(0, bestShown);
    const others = partial.filter((match) => !better.includes(match));
    const ranked = [...matches, ...better].sort((a, b) => b.score - a.score || a.page - b.page);
    return isFew ? [...ranked, ...others.slice(0, Math.max(0, minFound - ranked.length))] : ranked;
  }

  /** Returns pages that have some parts of the query. Returns none if the query has words in quotes. */
  function matchPartly(parts: readonly QueryPart[], minScore = 0): Match[] {
    return hasExact(parts) ? [] : matcher.match(parts, { needsAll: false, minScore });
  }

  return {
    index,
    find,
    addTitles: createTitleAdder(index, codes),
    markerOf(query) {
      const stems = matcher.stemsOf(parse(query));
      return (page) => {
        const marked = new Set<number>();
        for (const stem of stems) for (const position of matcher.positions(stem, page)) marked.add(position);
        return [...marked].sort((a, b) => a - b);
      };
    },
    sampleWords: (count) => vocabulary.sample(count),
  };
}

function hasExact(parts: readonly QueryPart[]): boolean {
  return parts.some(({ isExact }) => isExact);
}

function toPages(matches: readonly Match[]): Pick<FoundPages, 'pages' | 'strengths'> {
  const best = Math.max(...matches.map(({ score }) => score));
  return {
    pages: matches.map(({ page }) => page),
    strengths: new Map(matches.map(({ page, score, coverage }) => [page, (score / best) * coverage])),
  };
}
