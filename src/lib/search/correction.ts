import { splitWords } from '#lib/i18n/split-words.ts';
import type { Matcher } from './matching.ts';
import { correctableWords, quotes } from './query-parts.ts';
import type { Vocabulary } from './vocabulary.ts';

type Tools = {
  matcher: Matcher;
  vocabulary: Vocabulary;
  /** Whether a word is correct even if no page has it. */
  isCommonWord: (word: string) => boolean;
};

const maxCorrected = 5;

/**
 * Returns the corrected query. Replaces only words that are neither on the site nor common English; undefined if there
 * are no such words.
 */
export function suggestCorrection(
  query: string,
  { matcher, vocabulary, isCommonWord }: Tools,
): string | undefined {
  const unknown = correctableWords(query, (word) => vocabulary.has(word))
    .filter((word) => !/\d/.test(word) && !matcher.knows(word) && !isCommonWord(word))
    .slice(0, maxCorrected);
  const words = new Map(
    unknown.flatMap((word) => {
      const suggestion = vocabulary.suggest(word);
      return suggestion === undefined ? [] : [[word, suggestion] as const];
    }),
  );
  return words.size > 0 ? replaceWords(query, words) : undefined;
}

/** Replaces words outside quotes. */
function replaceWords(query: string, words: ReadonlyMap<string, string>): string {
  return query
    .split(quotes)
    .map((text, at) => (at % 2 === 1 ? `"${text}"` : replaceIn(text, words)))
    .join('');
}

function replaceIn(text: string, words: ReadonlyMap<string, string>): string {
  return text.replace(
    /[\p{L}\p{N}\p{M}\p{Pc}\u00AD'’]+/gu,
    (token) => words.get(splitWords(token).join('')) ?? token,
  );
}
