import { foldText } from '#lib/http/client-text.ts';

export type SearchedFields = {
  reference: string;
  /** Of a registration. */
  student_number?: string;
  /** One or more names. */
  names: string;
  email: string;
};

export const maxWordLength = 64;

/** Folds the text to base letters and removes apostrophes. */
export function foldName(text: string): string {
  return foldText(text).replace(/['’ʼ]/g, '');
}

/**
 * Returns the search words of a registration or submission: the words of its names and their parts after each hyphen;
 * the address and its parts after each separator; the reference, its parts, and both without the hyphen; the student
 * number with and without its leading letters and hyphens.
 */
export function wordsOf({ reference, student_number = '', names, email }: SearchedFields): string[] {
  const number = foldName(student_number).replaceAll(/\s/g, '');
  const words = [
    ...split(names).flatMap((word) => [word, ...afterHyphens(word)]),
    ...partsOfAddress(foldName(email)),
    ...partsOfReference(foldName(reference)),
    number,
    number.replaceAll('-', ''),
    number.replace(/^[^0-9]+/, ''),
  ];
  return [...new Set(words.map(shorten))].filter((word) => word !== '');
}

/** The search words of a submission in one column, with a space before each, so that a search can match prefixes. */
export function searchText(fields: SearchedFields): string {
  return ` ${wordsOf(fields).join(' ')}`;
}

/**
 * Returns at most six words of a query; each must be a prefix of a word of the row. A single letter is used only if the
 * query has nothing else. Student numbers lose the hyphen after their letters.
 */
export function queryWords(text: string): string[] {
  const words = split(text)
    .map((word) =>
      shorten(
        withoutPrefix(word)
          .replace(/^@/, '')
          .replace(/^([a-z]+)-(?=\d+$)/, '$1'),
      ),
    )
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

function shorten(word: string): string {
  return [...word].slice(0, maxWordLength).join('');
}

function afterHyphens(word: string): string[] {
  const parts = word.split(/[-‐‑–.]/);
  return parts.map((_part, index) => parts.slice(index).join('-')).filter((part) => part.length > 1);
}

/** `ann.lee@post.work.example` gives also `lee@post.work.example`, `post.work.example` and `work.example`. */
function partsOfAddress(email: string): string[] {
  const starts = [...email.matchAll(/[-.+_@]/g)].map(({ index }) => email.slice(index + 1));
  return [email, ...starts.filter((part) => /[^@.]\./.test(part))].slice(0, 8);
}

/** `r-7k3m-9qxd` gives `7k3m-9qxd`, `7k3m9qxd`, `r7k3m9qxd` and `9qxd`. */
function partsOfReference(reference: string): string[] {
  const rest = withoutPrefix(reference);
  const [, second = ''] = rest.split('-');
  return [rest, rest.replaceAll('-', ''), reference.replaceAll('-', ''), second];
}

/** Removes the letter before a reference. */
function withoutPrefix(word: string): string {
  return word.replace(/^[a-z]-(?=..)/, '');
}
