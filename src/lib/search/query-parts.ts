import type { Synonyms } from '#lib/i18n/synonyms.ts';
import { isStopWord, meaningfulWords, splitWords } from '#lib/i18n/words.ts';

/** A part of a query: a word, a phrase, or several words that have synonyms. */
export type QueryPart = {
  words: string[];
  /** `phrase`: the words must follow one another. `any`: one of the words, or of `others`, is enough. */
  needs: 'phrase' | 'any';
  /** Synonyms that pages may use instead. */
  others: readonly string[];
  /** In quotes: not corrected, and not matched by prefix or synonyms. */
  isExact: boolean;
};

type ParseOptions = {
  /** Replaces each spelling of a code with the code: `SOIL 101` with `soil101`. */
  joinCodes?: (words: readonly string[]) => string[];
  /** Whether a page has the word. */
  isKnown?: (word: string) => boolean;
  synonyms?: Synonyms;
};

const maxParts = 16;
/** Further words are ignored. */
const maxWords = 100;
const maxRunLength = 4;
const none: Synonyms = { phrases: [], of: () => [] };

/** Parses a query. Stop words are dropped unless they are in quotes or the query has no other words. */
export function parseQuery(
  query: string,
  { joinCodes = (words) => [...words], isKnown = () => false, synonyms = none }: ParseOptions = {},
): QueryPart[] {
  const parts: QueryPart[] = [];
  const unquoted = query.replace(/["“”]([^"“”]+)["“”]/gu, (_whole, quoted: string) => {
    const words = splitWords(quoted).slice(0, maxParts);
    const needs = words.length > 1 ? 'phrase' : 'any';
    if (words.length > 0) parts.push({ words, needs, others: [], isExact: true });
    return ' ';
  });
  const hasQuoted = parts.length > 0;
  const words = joinCodes(splitWords(unquoted).slice(0, maxWords));
  const runs = findRuns(joinHalves(words, isKnown), synonyms);
  const isWanted = ([word = '', ...more]: string[]) => more.length > 0 || !isStopWord(word);
  const wanted = runs.some(isWanted) || hasQuoted ? runs.filter(isWanted) : runs;
  const seen = new Set<string>();
  for (const words of wanted) {
    const key = words.join(' ');
    if (!seen.has(key)) parts.push({ words, needs: 'any', others: synonyms.of(key), isExact: false });
    seen.add(key);
  }
  return parts.slice(0, maxParts);
}

/** Returns the words of a query that may be corrected: those outside quotes. */
export function correctableWords(query: string): string[] {
  return meaningfulWords(query.replace(/["“”][^"“”]+["“”]/gu, ' '));
}

/** Joins a word that was typed as two, such as `chat bot`, if the site has the whole word and lacks one of the halves. */
function joinHalves(words: readonly string[], isKnown: (word: string) => boolean): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    const isHalf = last !== undefined && !(isKnown(last) && isKnown(word)) && isKnown(last + word);
    if (isHalf) joined.splice(-1, 1, last + word);
    else joined.push(word);
  }
  return joined;
}

/** Splits the words into single words and the longest runs that have synonyms. */
function findRuns(words: readonly string[], synonyms: Synonyms): string[][] {
  const runs: string[][] = [];
  let at = 0;
  while (at < words.length) {
    let length = Math.min(maxRunLength, words.length - at);
    while (length > 1 && synonyms.of(words.slice(at, at + length).join(' ')).length === 0) length -= 1;
    runs.push(words.slice(at, at + length));
    at += length;
  }
  return runs;
}
