import { foldText } from '#lib/http/client-text.ts';
import { stemEnglish } from './english-stem.ts';
import { stopWords } from './stop-words.ts';

/** A run of words that must stand one after another, or a single word. */
export type QueryPart = { words: string[]; phrase: boolean };

const mostParts = 16;

/** The form under which the index keeps a word. */
export function stem(word: string): string {
  return stemEnglish(word);
}

/** Words of a text in Pagefind's sense: letters, digits and connectors; an apostrophe does not divide. */
export function splitWords(text: string): string[] {
  return foldText(text)
    .replace(/(?<=\p{N})[.,](?=\p{N})/gu, '')
    .replace(/['\u2019\u00AD]/gu, '')
    .split(/[^\p{L}\p{N}\p{Pc}]+/u)
    .filter((word) => word !== '');
}

/** The words worth looking up; all of them when every one is a stop word. */
export function meaningfulWords(text: string): string[] {
  const words = [...new Set(splitWords(text))];
  const meaningful = words.filter((word) => !stopWords.has(word));
  return meaningful.length > 0 ? meaningful : words;
}

/**
 * What a query asks for. Quoted runs keep their stop words, because they are looked up in order;
 * elsewhere stop words are dropped unless nothing else is left.
 */
export function parseQuery(query: string): QueryPart[] {
  const parts: QueryPart[] = [];
  const unquoted = query.replace(/["“”]([^"“”]+)["“”]/gu, (_whole, quoted: string) => {
    const words = splitWords(quoted).slice(0, mostParts);
    if (words.length > 1) parts.push({ words, phrase: true });
    return words.length > 1 ? ' ' : ` ${quoted} `;
  });
  const single = splitWords(unquoted).filter((word) => parts.length === 0 || !stopWords.has(word));
  for (const word of meaningfulWords(single.join(' '))) parts.push({ words: [word], phrase: false });
  return parts.slice(0, mostParts);
}

export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}
