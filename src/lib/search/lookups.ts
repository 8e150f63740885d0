import type { PageIndex } from '#lib/build-format/page-index-format.ts';
import { stem } from '#lib/i18n/words.ts';
import type { QueryPart } from './query-parts.ts';
import type { Vocabulary } from './vocabulary.ts';
import { otherSpellings } from './word-forms.ts';

/** A stem to look up for a part of a query. */
type Expansion = {
  stem: number;
  factor: number;
  rarity: number;
  isSynonym: boolean;
};

/** A part of a query, resolved against the index. */
export type Lookup = {
  expansions: Expansion[];
  phrase: readonly string[] | undefined;
  /** Inverse document frequency of the whole part. Highest if no page contains the part. */
  rarity: number;
};

const prefixFactor = 0.35;
const otherWordFactor = 0.7;
/** Maximum number of words that a prefix expands to; words on the most pages come first. */
const maxExpansions = 64;

/** Creates functions that find the stems to look up for words and parts of a query. */
export function createLookupReader(index: PageIndex, vocabulary: Vocabulary) {
  const { postingStart, pages } = index;
  const pagesOf = (number: number) => (postingStart[number + 1] ?? 0) - (postingStart[number] ?? 0);
  const rarityOf = (count: number) => Math.log(1 + (pages.length - count + 0.5) / (count + 0.5));
  const toExpansion = (number: number, factor: number): Expansion => ({
    stem: number,
    factor,
    rarity: rarityOf(pagesOf(number)),
    isSynonym: false,
  });

  /** Returns the rarity of the most common stem. Highest if there is none. */
  const rarityOfAny = (numbers: readonly number[]) => rarityOf(Math.max(0, ...numbers.map(pagesOf)));

  /** Returns the stem of a word. For a prefix, also returns the stems of its other spellings and of longer words. */
  function expand(word: string, asPrefix: boolean): Expansion[] {
    const exact = vocabulary.stemNumber(stem(word));
    const found = exact < 0 ? [] : [toExpansion(exact, 1)];
    if (!asPrefix) return found;
    for (const other of otherSpellings(word)) {
      const number = vocabulary.isSpelling(other) ? vocabulary.stemNumber(stem(other)) : -1;
      if (number >= 0 && number !== exact) found.push(toExpansion(number, 1));
    }
    const taken = new Set(found.map((expansion) => expansion.stem));
    const longer = [...vocabulary.stemsWithPrefix(word)]
      .filter((number) => !taken.has(number))
      .sort((a, b) => pagesOf(b) - pagesOf(a) || a - b)
      .slice(0, maxExpansions);
    return [...found, ...longer.map((number) => toExpansion(number, prefixFactor))];
  }

  function toLookup(
    { words, needs, others, whole, isComplete, isExact }: QueryPart,
    isLast: boolean,
  ): Lookup {
    const isPhrase = words.length > 1;
    const minPrefix = isLast ? 2 : 3;
    const isBeginning = (word: string) =>
      !isExact && !isPhrase && !isComplete && whole === undefined && word.length >= minPrefix;
    const typed = words.flatMap((word) => expand(word, isBeginning(word)));
    if (whole !== undefined) typed.push(...expand(whole, false));
    const known = new Set(typed.map((expansion) => expansion.stem));
    const synonymStems = others
      .map((word) => vocabulary.stemNumber(stem(word)))
      .filter((number) => number >= 0 && !known.has(number));
    const rarity = rarityOfAny([...known, ...synonymStems]);
    // A synonym weighs no more than the typed words, even if it is rarer.
    const typedRarity = rarityOfAny([...known]);
    const synonyms = synonymStems.map((number) => ({
      stem: number,
      factor: otherWordFactor,
      rarity: Math.min(rarityOf(pagesOf(number)), typedRarity),
      isSynonym: true,
    }));
    const expansions = isPhrase && synonyms.length > 0 ? synonyms : [...typed, ...synonyms];
    return { expansions, phrase: needs === 'phrase' ? words : undefined, rarity };
  }

  return {
    expand,
    toLookups: (parts: readonly QueryPart[]) =>
      parts.map((part, at) => toLookup(part, at === parts.length - 1)),
  };
}
