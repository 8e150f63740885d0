import { readSynonyms, type Synonyms } from '#lib/i18n/synonyms.ts';
import { readTokens, splitWords } from '#lib/i18n/split-words.ts';
import { isStopWord, meaningfulWords } from '#lib/i18n/words.ts';

/** A part of a query: a word, a phrase, or several words that have synonyms. */
export type QueryPart = {
  words: string[];
  /** `phrase`: the words must follow one another. `any`: one of the words, or of `others`, is enough. */
  needs: 'phrase' | 'any';
  /** Synonyms that pages may use instead. */
  others: readonly string[];
  /** This word and its neighbour written as one, as some pages do: `timetable` for `time table`. */
  whole?: string | undefined;
  /** Part of a word with a hyphen, and a word itself: it is not the beginning of a longer word. */
  isComplete?: boolean;
  /** In quotes: not corrected, and not matched by prefix or synonyms. */
  isExact: boolean;
};

type ParseOptions = {
  /** Replaces each spelling of a code with the code: `SOIL 101` with `soil101`. */
  joinCodes?: (words: readonly string[]) => string[];
  /** Whether a page has the word. */
  isKnown?: (word: string) => boolean;
  /** Whether a word exists even if no page has it. */
  isCommonWord?: (word: string) => boolean;
  synonyms?: Synonyms;
};

const maxParts = 16;
/** Further words are ignored. */
const maxWords = 100;
const maxRunLength = 4;
/** Shorter words may be the beginning of others. */
const minWord = 3;
const none = readSynonyms([]);

/** Parses a query. Stop words are dropped unless they are in quotes or the query has no other words. */
export function parseQuery(query: string, options: ParseOptions = {}): QueryPart[] {
  const { joinCodes = (words) => [...words], isKnown = () => false, synonyms = none } = options;
  const parts: QueryPart[] = [];
  const unquoted = query.replace(quotes, (_whole, quoted: string) => {
    const words = splitWords(quoted).slice(0, maxParts);
    const needs = words.length > 1 ? 'phrase' : 'any';
    if (words.length > 0) parts.push({ words, needs, others: [], isExact: true });
    return ' ';
  });
  const hasQuoted = parts.length > 0;
  const { words: typed, complete } = readWords(unquoted, options);
  const words = joinCodes(typed.slice(0, maxWords));
  const { joined, wholes } = joinHalves(words, isKnown);
  const runs = findRuns(joined, synonyms);
  const isWanted = ([word = '', ...more]: string[]) => more.length > 0 || !isStopWord(word);
  const wanted = runs.some(isWanted) || hasQuoted ? runs.filter(isWanted) : runs;
  const seen = new Set<string>();
  for (const words of wanted) {
    const key = words.join(' ');
    if (seen.has(key)) continue;
    seen.add(key);
    const whole = wholes.get(key);
    const others = [key, ...(whole === undefined ? [] : [whole])].flatMap((phrase) => synonyms.of(phrase));
    const isComplete = complete.has(key);
    parts.push({ words, needs: 'any', others, whole, isComplete, isExact: false });
  }
  return parts.slice(0, maxParts);
}

/** A pair of straight or curly quotes, also those that stand low or are turned. */
export const quotes = /["“”„‟«»]([^"“”„‟«»]+)["“”„‟«»]/gu;

/** Returns the words of a query that may be corrected: those outside quotes, without the parts of known words. */
export function correctableWords(query: string, isKnown: (word: string) => boolean): string[] {
  const unknown = readTokens(query.replace(quotes, ' ')).filter(
    ({ whole }) => whole === undefined || !isKnown(whole),
  );
  return meaningfulWords(unknown.flatMap(({ parts }) => parts).join(' '));
}

/**
 * Reads the words of a query. A hyphen is left out if only the whole word exists, as in `re-read`, or if a page has all
 * of a longer word.
 */
function readWords(query: string, { isKnown = () => false, isCommonWord = () => false }: ParseOptions) {
  const complete = new Set<string>();
  const words = readTokens(query).flatMap(({ parts, whole }) => {
    if (whole === undefined) return parts;
    if (isKnown(whole) ? parts.length > 2 : isCommonWord(whole)) return [whole];
    // Of the last part, only the beginning may have been typed.
    const isWhole = (part: string) => part.length >= minWord && (isKnown(part) || isCommonWord(part));
    for (const [at, part] of parts.entries()) if (at < parts.length - 1 || isWhole(part)) complete.add(part);
    return parts;
  });
  return { words, complete };
}

type Joined = {
  joined: string[];
  /** By each half. */
  wholes: Map<string, string>;
};

/**
 * Joins a word that was typed as two, such as `chat bot`, if the site has the whole word and lacks one of the halves. If
 * it has all three, pages with either are wanted.
 */
function joinHalves(words: readonly string[], isKnown: (word: string) => boolean): Joined {
  const joined: string[] = [];
  const wholes: Joined['wholes'] = new Map();
  for (const word of words) {
    const last = joined.at(-1);
    if (last === undefined || isStopWord(last) || isStopWord(word) || !isKnown(last + word)) {
      joined.push(word);
    } else if (isKnown(last) && isKnown(word)) {
      joined.push(word);
      for (const half of [last, word]) wholes.set(half, last + word);
    } else {
      joined.splice(-1, 1, last + word);
    }
  }
  return { joined, wholes };
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
