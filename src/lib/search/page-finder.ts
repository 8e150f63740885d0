import type { PageIndex } from '#lib/build-format/page-index-format.ts';
import { correctQuestionWords } from '#lib/i18n/en/questions.ts';
import { readSynonyms } from '#lib/i18n/synonyms.ts';
import type { NearPassage } from '#lib/retrieval/near-pages.ts';
import { meaningfulWords } from '#lib/i18n/words.ts';
import { createTitleAdder } from './code-titles.ts';
import { createCodeReader, isCode } from './codes.ts';
import { suggestCorrections } from './correction.ts';
import type { Mark } from './marks.ts';
import { Matcher, type Match } from './matching.ts';
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
  /** The passages of each page that are nearest in meaning, nearest first. */
  nearPassages?: ReadonlyMap<number, readonly NearPassage[]>;
};

export type PageFinder = {
  index: PageIndex;
  find(query: string): FoundPages;
  /** Appends the titles of the pages whose codes a question has. */
  addTitles: (question: string) => string;
  /** Corrects the words of a text that are neither on the site nor common, and the usual slips in questions. */
  correct: (text: string) => string;
  /** Returns the words of a query on a page, in their order. */
  markerOf(query: string): (page: number) => Mark[];
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
/** The minimum share of the query in a partial match. */
const minCoverage = 0.3;

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

  const isOnSite = (word: string) => isKnown(word) || synonyms.of(word).length > 0;
  const isWholeWord = (word: string) => isKnown(word) || tools.isCommonWord(word);

  /**
   * Tries the query as typed, then corrected queries, then pages that have only some of the words. Results of a
   * correction come before those of the query as typed.
   */
  function find(query: string): FoundPages {
    const parts = parse(query);
    const typed = matcher.match(parts, { needsAll: true });
    if (typed.length > 0) {
      const isClear = areWordsClear(typed, parts);
      return { ...toPages(addPartial(typed, parts)), used: query, correction: null, isClear };
    }
    const partial = matchPartly(parts).slice(0, maxPartial);
    const corrected = findCorrected(query);
    const typedPages = toPages(partial);
    if (corrected) {
      return {
        ...corrected,
        pages: [...new Set([...corrected.pages, ...typedPages.pages])],
        strengths: new Map([...typedPages.strengths, ...corrected.strengths]),
      };
    }
    return { ...typedPages, used: query, correction: null, isClear: hasExact(parts) };
  }

  /** True for codes, words in quotes and the beginning of a word, and if the title of the best page has all typed words. */
  function areWordsClear([best]: readonly Match[], parts: readonly QueryPart[]): boolean {
    const isBeginning = parts.length === 1 && !parts[0]?.words.every(isWholeWord);
    const hasCode = parts.some(({ words: [word = ''] }) => isCode(word));
    return isBeginning || hasCode || hasExact(parts) || best?.isTypedInTitle === true;
  }

  /** Uses the most likely correction with full matches, else the most likely one with partial matches. */
  function findCorrected(query: string): FoundPages | undefined {
    const corrections = suggestCorrections(query, tools);
    for (const correction of corrections) {
      const parts = parse(correction);
      const matches = matcher.match(parts, { needsAll: true });
      if (matches.length === 0) continue;
      const pages = toPages(addPartial(matches, parts));
      return { ...pages, used: correction, correction, isClear: areWordsClear(matches, parts) };
    }
    const [used] = corrections;
    if (used === undefined) return undefined;
    const parts = parse(used);
    const found = toPages(matchPartly(parts).slice(0, maxPartial));
    const isMeant = found.pages.length > 0 || meaningfulWords(used).every(isOnSite);
    return { ...found, used, correction: isMeant ? used : null, isClear: hasExact(parts) };
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
    if (hasExact(parts)) return [];
    const matches = matcher.match(parts, { needsAll: false, minScore });
    return matches.filter(({ coverage }) => coverage >= minCoverage);
  }

  return {
    index,
    find,
    addTitles: createTitleAdder(index, codes),
    correct(text) {
      const spelled = correctQuestionWords(text);
      return suggestCorrections(spelled, tools)[0] ?? spelled;
    },
    markerOf(query) {
      const stems = matcher.stemsOf(parse(query)).toSorted((a, b) => a.weight - b.weight);
      return (page) => {
        const marks = new Map<number, Mark>();
        for (const { stem, ...mark } of stems) {
          for (const position of matcher.positions(stem, page)) marks.set(position, { ...mark, position });
        }
        return [...marks.values()].sort((a, b) => a.position - b.position);
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
