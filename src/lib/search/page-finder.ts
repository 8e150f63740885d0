import type { PageIndex } from '#lib/content/page-index.ts';
import { suggestCorrections } from './correction.ts';
import { Matcher, type Match } from './matching.ts';
import { openPageIndex } from './page-index.ts';
import { parseQuery, type QueryPart } from './query-parts.ts';
import { Vocabulary } from './vocabulary.ts';
import { readOtherWords } from './word-forms.ts';

/** What a query finds. */
export type FoundPages = {
  /** Numbers of the pages, best first. */
  pages: readonly number[];
  /** The query that was used. */
  used: string;
  /** The same, if it is not the query as typed. */
  correction: string | null;
  /** Whether the words decide: the first page has all of a short query. Otherwise meaning may rank better. */
  isClear: boolean;
};

export type PageFinder = {
  index: PageIndex;
  find(query: string): FoundPages;
  /** Returns the positions of a query's words on a page. */
  markerOf(query: string): (page: number) => ReadonlySet<number>;
  /** Words of the site, spread over the alphabet. */
  sampleWords(count: number): string[];
};

type FinderOptions = {
  indexFile: string;
  otherWords?: readonly string[];
  isCommonWord?: (word: string) => boolean;
};

/** If fewer pages have all words of a longer query, pages with some of them are added up to this number. */
const minFound = 10;
const longQuery = 3;
/** The results that a visitor sees first. */
const bestShown = 2;
const maxPartial = 50;
/** The share of a query that a page must have to be added. */
const minCoverage = 0.3;

/** @throws Error if the index is missing, damaged or of another version */
export function openPageFinder(options: FinderOptions): PageFinder {
  const { indexFile, otherWords: lines = [], isCommonWord = () => false } = options;
  const index = openPageIndex(indexFile);
  const otherWords = readOtherWords(lines);
  const vocabulary = new Vocabulary(
    index,
    [...otherWords.keys()].filter((word) => !word.includes(' ')),
  );
  const matcher = new Matcher(index, vocabulary);
  const parse = (query: string) => parseQuery(query, { otherWords, isKnown: (word) => vocabulary.has(word) });
  const tools = {
    matcher,
    vocabulary,
    isCommonWord: (word: string) => otherWords.has(word) || isCommonWord(word),
  };

  /** As typed; else with slips corrected; else pages that have some of the words. */
  function find(query: string): FoundPages {
    const parts = parse(query);
    const typed = matcher.match(parts, { needsAll: true });
    if (typed.length > 0) {
      const isClear = areWordsClear(typed, parts);
      return { pages: toPages(addPartial(typed, parts)), used: query, correction: null, isClear };
    }
    const corrections = suggestCorrections(query, tools);
    for (const correction of corrections) {
      const corrected = parse(correction);
      const matches = matcher.match(corrected, { needsAll: true });
      if (matches.length > 0)
        return {
          pages: toPages(addPartial(matches, corrected)),
          used: correction,
          correction,
          isClear: areWordsClear(matches, corrected),
        };
    }
    const used = corrections[0] ?? query;
    const partial = matchPartly(parse(used)).slice(0, maxPartial);
    return {
      pages: toPages(partial),
      used,
      correction: partial.length > 0 ? (corrections[0] ?? null) : null,
      isClear: parts.some(({ isExact }) => isExact),
    };
  }

  /**
   * Adds pages that lack a part of the query but match the rest better, such as in their titles, than all of the best
   * pages match the whole; and to the few pages that have all of a long query, those that have most of it.
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

  /** Pages that have some parts of the query. Words in quotes are never left out. */
  function matchPartly(parts: readonly QueryPart[], minScore = 0): Match[] {
    if (parts.some(({ isExact }) => isExact)) return [];
    const matches = matcher.match(parts, { needsAll: false, minScore });
    return matches.filter(({ coverage }) => coverage >= minCoverage);
  }

  return {
    index,
    find,
    markerOf(query) {
      const stems = matcher.stemsOf(parse(query));
      return (page) => {
        const marked = new Set<number>();
        for (const stem of stems) for (const position of matcher.positions(stem, page)) marked.add(position);
        return marked;
      };
    },
    sampleWords: (count) => vocabulary.sample(count),
  };
}

/** One word, words in quotes, and words that the best page has in its title leave nothing for meaning to decide. */
function areWordsClear([best]: readonly Match[], parts: readonly QueryPart[]): boolean {
  return parts.length === 1 || parts.some(({ isExact }) => isExact) || best?.isInTitle === true;
}

function toPages(matches: readonly Match[]): number[] {
  return matches.map(({ page }) => page);
}
