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

const maxSuggestions = 3;
const maxCandidates = 12;
const maxCorrected = 5;

/**
 * Returns corrected queries, the most likely first. Replaces only words that are neither on the site nor common
 * English. Empty if there are no such words.
 */
export function suggestCorrections(query: string, { matcher, vocabulary, isCommonWord }: Tools): string[] {
  const unknown = correctableWords(query, (word) => vocabulary.has(word))
    .filter((word) => !/\d/.test(word) && !matcher.knows(word) && !isCommonWord(word))
    .slice(0, maxCorrected);
  let candidates: { words: Map<string, string>; cost: number }[] = [{ words: new Map(), cost: 0 }];
  for (const word of unknown) {
    const suggestions = vocabulary.suggest(word, maxSuggestions);
    if (suggestions.length === 0) continue;
    candidates = candidates
      .flatMap(({ words, cost }) =>
        suggestions.map((other) => ({
          words: new Map([...words, [word, other.word]]),
          cost: cost + other.cost,
        })),
      )
      .sort((a, b) => a.cost - b.cost)
      .slice(0, maxCandidates);
  }
  return candidates.filter(({ words }) => words.size > 0).map(({ words }) => replaceWords(query, words));
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
