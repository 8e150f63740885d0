import { foldText, normalizeText } from '#lib/http/client-text.ts';

/** A word of a text, folded. */
export type Token = {
  /** `long` and `term` of `long-term`. */
  parts: readonly string[];
  /** The parts written as one, if there are several: `longterm`. */
  whole: string | undefined;
};

/** Soft hyphens, joiners, tatweels and other characters without a sound, and apostrophes, which do not split words. */
const ignored = /[\u00AD\u0640\u200B-\u200D\u2060\uFEFF'\u2018\u2019\u02BC`\u2032]/gu;
const halfWidth = /[\uFF65-\uFF9F]+/gu;
const ideograph = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC]`;
/** Runs of scripts whose words have few characters, and no spaces between them but sometimes a dot. */
const ideographs = new RegExp(`${ideograph}+(?:\u30FB${ideograph}+)*`, 'gu');
const pair = new RegExp(`^${ideograph}{2}$`, 'u');
/** Runs of other scripts that are written without spaces between words. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
/** Times: `9:30` is `9.30`, as many people write it. */
const time = /(?<![\p{N}:.])(\p{N}{1,2}):(?=\p{N}{2}(?![\p{N}:]))/gu;
/** Hyphens and short dashes of Unicode, the minus, and other characters that join the parts of a word. */
const joiners = String.raw`[-\u2010-\u2013\u2212\u30FB\u00B7\u2044./&]`;
/** A decimal number, or letters and digits with the plus or number sign that ends a name such as C++ or C#. */
const part = String.raw`(?:(?<![\p{N}.])\p{N}+\.\p{N}+(?!\.?\p{N})|\p{L}+(?:\+\+?|#)(?![\p{L}\p{N}+#])|[\p{L}\p{N}\p{Pc}]+)`;
const tokens = new RegExp(`${part}(?:${joiners}${part})*`, 'gu');
const parts = new RegExp(part, 'gu');
const maxParts = 4;
const maxWholeLength = 40;

/**
 * Returns the words of a text as search compares them: lower case, without diacritics, in one width, `1,440` as `1440`.
 * The one reader of words for the index, queries, corrections, passages and the course finder.
 */
export function readTokens(text: string): Token[] {
  const spaced = text
    .replace(halfWidth, (run) => normalizeText(run, 'NFKC'))
    .replace(ideographs, (run) => ` ${pairs(run)} `)
    .replace(unspaced, (run) => ` ${segment(run)} `);
  const folded = foldText(spaced.replace(ignored, ''))
    .replace(/(?<=\p{N}),(?=\p{N}{3}(?!\p{N}))/gu, '')
    .replace(/(?<=\p{N}),(?=\p{N})/gu, '.')
    .replace(time, '$1.');
  return [...folded.matchAll(tokens)].map(([token]) => toToken(token));
}

function toToken(token: string): Token {
  const found = token.match(parts) ?? [];
  const whole = found.join('');
  const isOne = found.length > 1 && found.length <= maxParts && whole.length <= maxWholeLength;
  return { parts: found, whole: isOne ? whole : undefined };
}

/** Each two neighbours, because dictionaries split a word differently in a text and in a query. */
function pairs(run: string): string {
  const characters = [...run.replaceAll('\u30FB', '')];
  if (characters.length < 2) return run;
  return characters
    .slice(1)
    .map((character, at) => `${characters[at] ?? ''}${character}`)
    .join(' ');
}

let segmenter: Intl.Segmenter | undefined;

function segment(run: string): string {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return Array.from(segmenter.segment(run), (each) => each.segment).join(' ');
}

/** Returns the folded words of a text. Those that are joined by a hyphen are separate words. */
export function splitWords(text: string): string[] {
  return readTokens(text).flatMap((token) => token.parts);
}

/** Returns the words under which a text is found: each word, and words joined by a hyphen also as one. */
export function indexedWords(text: string): string[] {
  return readTokens(text).flatMap((token) => [
    ...indexedParts(token),
    ...(token.whole === undefined ? [] : [token.whole]),
  ]);
}

/** The parts of a token and, of each pair of ideographs, both characters. */
export function indexedParts({ parts }: Token): string[] {
  return parts.flatMap((part) => (pair.test(part) ? [part, ...part] : [part]));
}
