import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stopWords } from '#lib/i18n/en/stop-words.ts';
import type { Random } from '#test/random.ts';

/** Returns the next piece of a text. @param length the length of the whole text */
type Writer = (random: Random, length: number) => string;

const letters = 'abcdefghijklmnopqrstuvwxyz';
const siteWords = readSiteWords('src/content');
const commonWords = [...stopWords];

/** Marks in descending order of combining class. Normalisation reverses them, which is its worst case. */
const fallingMarks = '\u0345\u035D\u035C\u0315\u0301\u0316\u031B\u0327\u0334';

/** Writers of expensive texts, by name. */
export const hostileTexts: Readonly<Record<string, Writer>> = {
  'marks of two classes': () => '\u0301\u0316',
  'marks of falling classes': (_random, length) =>
    [...fallingMarks].map((mark) => mark.repeat(Math.ceil(length / fallingMarks.length))).join(''),
  'runs of 30 marks': () => `e${'\u0301\u0316'.repeat(15)} `,
  'halfwidth sound marks': () => '\u0301\uFF9E',
  'words never seen': (random) => `${invent(5 + Math.floor(random() * 20), random)} `,
  'one word never seen': (random) => invent(10, random),
  'short words never seen': (random) => `${invent(3, random)} `,
  'words of the site': (random) => `${pick(siteWords, random)} `,
  'words of the site, joined': (random) => pick(siteWords, random),
  'pairs of words, joined': (random) => `${pick(siteWords, random)}${pick(siteWords, random)} `,
  'words of the site, mistyped': (random) => `${mistype(pick(siteWords, random), random)} `,
  'punctuation, a token each': (random) => pick([...'!?.,;:()'], random),
  'most common words': (random) => `${pick(commonWords, random)} `,
  'phrases in quotes': (random) => `"${pick(siteWords, random)} ${pick(siteWords, random)}" `,
  'beginnings of words': (random) => `${pick(siteWords, random).slice(0, 1 + Math.floor(random() * 2))} `,
  'single letters': (random) => `${pick([...letters], random)} `,
  numbers: (random) => `${Math.floor(random() * 1e6)} `,
  'e-mail addresses': (random) => `${invent(4, random)}@${invent(4, random)}. `,
  'names in capitals': (random) => `A${invent(3, random)} `,
  'signs that HTML escapes': () => `<&"'>`,
  'control characters': () => '\u0001 ',
  'ideographs never seen': (random) => String.fromCodePoint(0x4e00 + Math.floor(random() * 20_000)),
  'Thai without spaces': (random) => String.fromCodePoint(0x0e01 + Math.floor(random() * 46)),
  'Hangul letters': () => '\u1100\u1161\u11A8',
  'letters of long normal forms': () => '\uFDFA',
  'emoji with joiners': () => '\u{1F469}\u200D\u{1F33E}',
};

/** The names of the writers in a mixture. Mutations add or replace one. */
export type Recipe = readonly string[];

/** @param length in UTF-16 units, never exceeded */
export function writeText(recipe: Recipe, length: number, random: Random): string {
  let text = '';
  while (text.length < length) {
    const piece = hostileTexts[pick(recipe, random)]?.(random, length) ?? '';
    if (piece === '') break;
    text += piece;
  }
  return text.slice(0, length).toWellFormed();
}

export function pick<Value>(values: readonly Value[], random: Random): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('the list is empty');
  return value;
}

/** A random word, which is on no page. */
function invent(length: number, random: Random): string {
  return Array.from({ length }, () => pick([...letters], random)).join('');
}

function mistype(word: string, random: Random): string {
  const at = 1 + Math.floor(random() * (word.length - 1));
  return word.slice(0, at) + invent(1, random) + word.slice(at + 1);
}

function readSiteWords(folder: string): string[] {
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.mdx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8').toLowerCase());
  return [...new Set(texts.flatMap((text) => text.match(/\b[a-z]{4,}\b/g) ?? []))].sort();
}
