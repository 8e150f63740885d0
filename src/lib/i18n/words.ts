import { stem as stemEnglish } from 'porter2';
import { irregularPlurals } from './en/irregular-plurals.ts';
import { stopWords } from './en/stop-words.ts';
import { indexedWords } from './split-words.ts';

/** Returns the stem of a folded word, as in the search index. */
export function stem(word: string): string {
  return stemEnglish(irregularPlurals.get(word) ?? word);
}

export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** Returns the words without stop words, or all words if every word is a stop word. */
export function meaningfulWords(text: string): string[] {
  const words = [...new Set(indexedWords(text))];
  const meaningful = words.filter((word) => !stopWords.has(word));
  return meaningful.length > 0 ? meaningful : words;
}

const boundPrefix = /(?<!\p{L})(re|co|un|de|mis)[-\u2010\u2011](?=\p{L}{3})/giu;

/** Joins prefixes that are no words: `re-sit` is `resit`, and `co-ordinate` is `coordinate`. */
export function joinPrefixes(text: string): string {
  return text.replace(boundPrefix, '$1');
}
