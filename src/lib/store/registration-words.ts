import { foldText } from '#lib/http/client-text.ts';

/** What is searched of a registration. */
export type SearchedFields = {
  reference: string;
  student_number: string;
  given_name: string;
  family_name: string;
  email: string;
};

/** How much of one word is kept, in characters. */
export const longestWord = 64;

/** Folded, and without apostrophes. */
export function foldName(text: string): string {
  return foldText(text, 'NFKD').replace(/['’ʼ]/g, '');
}

/**
 * The words by whose beginnings a registration is found: those of its names, each also from every hyphen on,
 * the address as a whole, the reference without its `R-`, the student number with and without its letters.
 */
export function wordsOf(fields: SearchedFields): string[] {
  const names = split(`${fields.given_name} ${fields.family_name}`).flatMap((word) => [
    word,
    ...afterHyphens(word),
  ]);
  const number = foldName(fields.student_number).replaceAll(/\s/g, '');
  const words = [
    ...names,
    foldName(fields.email),
    withoutR(foldName(fields.reference)),
    number,
    number.replace(/^[^0-9]+/, ''),
  ];
  return [...new Set(words.map((word) => [...word].slice(0, longestWord).join('')))].filter(
    (word) => word !== '',
  );
}

/**
 * The words of what someone searches for, at most six; each must begin a word of the registration. A letter
 * alone counts only where nothing else is asked for.
 */
export function queryWords(text: string): string[] {
  const words = split(text)
    .map((word) => [...withoutR(word)].slice(0, longestWord).join(''))
    .filter((word) => word !== '');
  const long = words.filter((word) => word.length > 1);
  return [...new Set(long.length > 0 ? long : words.slice(0, 1))].slice(0, 6);
}

/** All words that begin with this one lie from `from` up to `to`, in the order of their bytes. */
export function wordRange(word: string): { from: string; to: string } {
  return { from: word, to: `${word}\u{10ffff}` };
}

function split(text: string): string[] {
  return foldName(text)
    .split(/[\s,;()"<>]+/)
    .filter((word) => word !== '');
}

function afterHyphens(word: string): string[] {
  const parts = word.split(/[-‐‑–.]/);
  return parts.map((_part, index) => parts.slice(index).join('-')).filter((part) => part.length > 1);
}

function withoutR(word: string): string {
  return word.replace(/^r-/, '');
}
