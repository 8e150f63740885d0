import { stem as stemEnglish } from 'porter2';
import { foldText } from '#lib/http/client-text.ts';
import { stopWords } from './en/stop-words.ts';

/** Returns the stem of a folded word, as in the search index. */
export function stem(word: string): string {
  return stemEnglish(word);
}

/** Returns the folded words of a text. Removes apostrophes, which do not split words. */
export function splitWords(text: string): string[] {
  return foldText(text)
    .replace(/(?<=\p{N})[.,](?=\p{N})/gu, '')
    .replace(/['\u2019\u00AD]/gu, '')
    .split(/[^\p{L}\p{N}\p{Pc}]+/u)
    .filter((word) => word !== '');
}

export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** Returns the words without stop words, or all words if every word is a stop word. */
export function meaningfulWords(text: string): string[] {
  const words = [...new Set(splitWords(text))];
  const meaningful = words.filter((word) => !stopWords.has(word));
  return meaningful.length > 0 ? meaningful : words;
}
