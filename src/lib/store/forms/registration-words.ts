import { foldText } from '#lib/http/client-text.ts';

export type SearchedFields = {
  reference: string;
  student_number: string;
  given_name: string;
  family_name: string;
  email: string;
};

export const maxWordLength = 64;

/** Folds the text and removes apostrophes. */
export function foldName(text: string): string {
  return foldText(text, 'NFKD').replace(/['’ʼ]/g, '');
}

/**
 * Returns the search words of a registration: the words of its names and their parts after each hyphen, the whole
 * address, the reference without `R-`, and the student number with and without its leading letters.
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
  return [...new Set(words.map((word) => [...word].slice(0, maxWordLength).join('')))].filter(
    (word) => word !== '',
  );
}

/**
 * Returns at most six words of a query; each must be a prefix of a word of the registration. A single letter is used
 * only if the query has nothing else.
 */
export function queryWords(text: string): string[] {
  const words = split(text)
    .map((word) => [...withoutR(word)].slice(0, maxWordLength).join(''))
    .filter((word) => word !== '');
  const long = words.filter((word) => word.length > 1);
  return [...new Set(long.length > 0 ? long : words.slice(0, 1))].slice(0, 6);
}

/** The byte range of all words with this prefix. */
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
