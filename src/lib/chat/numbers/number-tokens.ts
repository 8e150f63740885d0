import { normalizeText } from '#lib/http/client-text.ts';

export type Token = {
  kind: 'number' | 'word' | 'mark';
  text: string;
  /** In lower case. */
  word: string;
  /** Whether there is no space before it. */
  isAttached: boolean;
};

/** The index of the first token after those that a reader has read. */
export type Span = { end: number };

const separators = /(?:[.,']\d+)/.source;
const pattern = new RegExp(`(\\d+${separators}*)|(\\p{L}[\\p{L}\\p{M}]*(?:'\\p{L}+)*)|[^\\s]`, 'gu');

/** Splits a cleaned text into numbers, words and marks. */
export function readTokens(text: string): Token[] {
  let last = 0;
  return [...text.matchAll(pattern)].map(({ 0: match, 1: number, 2: word, index }) => {
    const kind = number !== undefined ? 'number' : word !== undefined ? 'word' : 'mark';
    const token: Token = {
      kind,
      text: match,
      word: match.toLowerCase(),
      isAttached: index > 0 && index === last,
    };
    last = index + match.length;
    return token;
  });
}

/** Cleans a text and splits it into lines and sentences. */
export function splitSentences(text: string): string[] {
  return cleanText(text)
    .split(/\n|(?<=[.!?;])\s{1,3}(?=\p{Lu})/u)
    .filter((sentence) => sentence.trim() !== '');
}

/**
 * Writes digits of all scripts in ASCII, and removes citations, numbers of list items, URLs, email addresses and
 * emphasis marks.
 */
function cleanText(text: string): string {
  // NFKC would join fractions and superscript digits with the digits before them.
  const spaced = text.replaceAll(/[¼-¾⅐-⅞]/g, ' $&').replaceAll(/[²³¹⁰-⁹]/g, '^');
  return normalizeText(spaced, 'NFKC')
    .replaceAll(/[\p{Cf}*_`\\]/gu, '')
    .replaceAll(/\[\d{1,2}\]/g, ' ')
    .replaceAll(/^[ \t]{0,8}\d{1,2}[.)] /gm, ' ')
    .replaceAll(/\b[a-z]{2,8}:\/\/\S{1,500}|\S{1,100}@\S{1,200}/gi, ' ')
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .replaceAll(/[−‐‑‒]/g, '-')
    .replaceAll(/[’‘]/g, "'")
    .replaceAll('⁄', '/');
}

/** Unicode has the decimal digits of each script in one run, from zero to nine. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 128) return digit;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}
