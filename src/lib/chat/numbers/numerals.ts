import type { Span, Token } from './number-tokens.ts';
import { isUnitWord } from './units.ts';

/** A number in digits or words. It has several values if its separators can be read in several ways. */
export type Numeral = Span & { values: number[]; form: 'cardinal' | 'ordinal' | 'fraction' | 'multiple' };

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const cardinals = new Map([
  ...ones.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, index): [string, number] => [word, 20 + 10 * index]),
]);
const irregularOrdinals = new Map([
  ['first', 1],
  ['second', 2],
  ['third', 3],
  ['fifth', 5],
  ['eighth', 8],
  ['ninth', 9],
  ['twelfth', 12],
]);
const ordinals = new Map([
  ...irregularOrdinals,
  ...[...cardinals]
    .filter(([, value]) => value > 3 && !new Set(irregularOrdinals.values()).has(value))
    .map(([word, value]): [string, number] => [`${word.replace(/y$/, 'ie')}th`, value]),
]);
const scales = new Map([
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
  ['dozen', 12],
  ['lakh', 1e5],
  ['crore', 1e7],
]);
const denominators = new Map([
  ['half', 2],
  ['halves', 2],
  ['quarter', 4],
  ['quarters', 4],
  ...[...ordinals]
    .filter(([, value]) => value > 2)
    .flatMap(([word, value]): [string, number][] => [
      [word, value],
      [`${word}s`, value],
    ]),
]);
const pairs = new Set(['couple', 'pair']);
/** In tokens. */
const maxLength = 16;

/** Reads the longest numeral that starts at a token. */
export function readNumeral(tokens: readonly Token[], at: number): Numeral | undefined {
  const first = tokens[at];
  if (!first || first.kind === 'mark') return undefined;
  const whole = first.kind === 'number' ? readDigits(tokens, at) : readWords(tokens, at);
  return whole ? (readFraction(tokens, at, whole) ?? whole) : readFraction(tokens, at, undefined);
}

/** Reads a Roman numeral of capital letters, for positions where only a number is possible. */
export function readRoman({ text }: Token): number | undefined {
  if (!/^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/.test(text)) return undefined;
  const values: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
  const digits = [...text].map((letter) => values[letter] ?? 0);
  return digits.reduce((sum, digit, index) => sum + (digit < (digits[index + 1] ?? 0) ? -digit : digit), 0);
}

function readDigits(tokens: readonly Token[], at: number): Numeral | undefined {
  const values = valuesOf(tokens[at]?.text ?? '');
  if (values.length === 0) return undefined;
  const next = tokens[at + 1];
  if (next?.isAttached && /^(?:st|nd|rd|th)$/.test(next.word))
    return { values, end: at + 2, form: 'ordinal' };
  const [slash, below] = [next, tokens[at + 2]];
  if (slash?.text === '/' && slash.isAttached && below?.kind === 'number' && below.isAttached) {
    const [divided = Number.NaN] = valuesOf(below.text).map((value) => (values[0] ?? 0) / value);
    if (divided > 0 && divided < 1) return { values: [divided], end: at + 3, form: 'fraction' };
  }
  let end = at + 1;
  let factor = 1;
  for (let scale = scaleAt(tokens, end); scale > 0 && end < at + maxLength; scale = scaleAt(tokens, end)) {
    factor *= scale;
    end += 1 + Number(tokens[end]?.text === '-');
  }
  return { values: values.map((value) => value * factor), end, form: 'cardinal' };
}

/** Returns all values that a number's separators allow: `1.200` is 1200 or 1.2. */
function valuesOf(text: string): number[] {
  const values: string[] = [];
  if (/^\d+(?:\.\d+)?$/.test(text)) values.push(text);
  if (/^\d+,\d{1,2}$/.test(text)) values.push(text.replace(',', '.'));
  if (/^[1-9]\d{0,2}(?:[,']\d{3})+(?:\.\d+)?$/.test(text)) values.push(text.replaceAll(/[,']/g, ''));
  if (/^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/.test(text))
    values.push(text.replaceAll('.', '').replace(',', '.'));
  return values.map(Number);
}

/** Reads number words: "seven hundred and twenty", "a dozen", "twenty-third", "nineteen ninety-one". */
function readWords(tokens: readonly Token[], at: number): Numeral | undefined {
  const [article, noun] = [tokens[at]?.word ?? '', tokens[at + 1]?.word ?? ''];
  const hasArticle = article === 'a' || article === 'an';
  if (hasArticle && pairs.has(noun))
    return { values: [2], end: at + (tokens[at + 2]?.word === 'of' ? 3 : 2), form: 'cardinal' };
  if (hasArticle && scaleAt(tokens, at + 1) === 0) return undefined;
  let [total, group, end] = [0, hasArticle ? 1 : -1, hasArticle ? at + 1 : at];
  for (let next = at; next < at + maxLength;) {
    next = skipJoint(tokens, end, end > at);
    const word = tokens[next]?.word ?? '';
    const ordinal = ordinals.get(word);
    if (ordinal !== undefined && fits(group, ordinal))
      return { values: [total + Math.max(group, 0) + ordinal], end: next + 1, form: 'ordinal' };
    const cardinal = cardinals.get(word);
    const scale = scaleAt(tokens, next);
    if (cardinal !== undefined && fits(group, cardinal)) group = Math.max(group, 0) + cardinal;
    // A year: "nineteen ninety-one".
    else if (cardinal !== undefined && total === 0 && group >= 10 && group < 100 && cardinal >= 10)
      group = group * 100 + cardinal;
    else if (scale > 0 && scale < 1e3 && group >= 0) group *= scale;
    else if (scale > 0 && group >= 0) [total, group] = [total + group * scale, 0];
    else break;
    end = next + 1;
  }
  if (group < 0) return undefined;
  return readPoint(tokens, end, total + group);
}

/** Whether the word adds to the group before it: any number below 100 after a hundred, ones after tens. */
function fits(group: number, value: number): boolean {
  return group < 0 || (value > 0 && group > 0 && group % (value < 10 ? 10 : 100) === 0) || group === 0;
}

/** Skips a hyphen, or "and" after a hundred or a larger scale. */
function skipJoint(tokens: readonly Token[], at: number, isInside: boolean): number {
  if (!isInside) return at;
  const [joint, next] = [tokens[at], tokens[at + 1]];
  if (!joint || !next) return at;
  if (joint.text === '-' && joint.isAttached) return at + 1;
  const isAfterScale = scales.has(tokens[at - 1]?.word ?? '');
  return joint.word === 'and' && isAfterScale && (cardinals.has(next.word) || ordinals.has(next.word))
    ? at + 1
    : at;
}

/** Reads decimals in words: "one point two million". */
function readPoint(tokens: readonly Token[], at: number, whole: number): Numeral {
  let [end, decimals] = [at, ''];
  if (tokens[at]?.word === 'point') {
    for (let digit = cardinals.get(tokens[at + 1]?.word ?? ''); digit !== undefined && digit < 10;) {
      decimals += String(digit);
      end = at + 1 + decimals.length;
      digit = decimals.length < maxLength ? cardinals.get(tokens[end]?.word ?? '') : undefined;
    }
  }
  const scale = decimals === '' ? 0 : scaleAt(tokens, end);
  const value = Number(`${whole}.${decimals || '0'}`) * (scale || 1);
  return { values: [value], end: end + Number(scale > 0), form: 'cardinal' };
}

function scaleAt(tokens: readonly Token[], at: number): number {
  const index = tokens[at]?.text === '-' ? at + 1 : at;
  return scales.get(tokens[index]?.word ?? '') ?? 0;
}

/** Reads "half", "two-thirds", "a quarter", "one in five", "2 1/2" and "two and a half". */
function readFraction(tokens: readonly Token[], at: number, whole: Numeral | undefined): Numeral | undefined {
  const isArticle = /^an?$/.test(tokens[at]?.word ?? '');
  const from = whole ? whole.end : isArticle ? at + 1 : at;
  const below = tokens[from]?.text === '-' ? from + 1 : from;
  const word = tokens[below]?.word ?? '';
  const denominator = denominators.get(word);
  const [above = 1] = whole?.values ?? [1];
  const isBare = !whole && !isArticle && !word.startsWith('hal');
  const dozen = word === 'half' && tokens[below + 1]?.word === 'a' ? scaleAt(tokens, below + 2) : 0;
  if (dozen > 0) return { values: [dozen / 2], end: below + 3, form: 'cardinal' };
  if (denominator !== undefined && !isBare && whole?.form !== 'ordinal') {
    const isPlural = word.endsWith('s');
    if (isPlural === above > 1) return { values: [above / denominator], end: below + 1, form: 'fraction' };
  }
  if (!whole || whole.form !== 'cardinal') return undefined;
  const rest = tokens[from]?.word === 'and' ? from + 1 : from;
  const added = rest > from || tokens[from]?.kind === 'number' ? readPart(tokens, rest) : undefined;
  if (added) return { ...whole, values: whole.values.map((value) => value + added.value), end: added.end };
  return readShare(tokens, whole);
}

/** Reads the fraction after a whole number: "1/2" or "a half". */
export function readPart(tokens: readonly Token[], at: number): (Span & { value: number }) | undefined {
  const part = tokens[at]?.kind === 'number' ? readDigits(tokens, at) : readFraction(tokens, at, undefined);
  return part?.form === 'fraction' ? { value: part.values[0] ?? 0, end: part.end } : undefined;
}

/** Reads "one in five" and "two out of three", with or without a noun before "in". */
function readShare(tokens: readonly Token[], { values: [above = 0], end }: Numeral): Numeral | undefined {
  const at = /^(?:in|out)$/.test(tokens[end]?.word ?? '') ? end : end + 1;
  const isOut = tokens[at]?.word === 'out' && tokens[at + 1]?.word === 'of';
  if (!isOut && tokens[at]?.word !== 'in') return undefined;
  const start = isOut ? at + 2 : at + 1;
  const first = tokens[start];
  if (!first) return undefined;
  const below = first.kind === 'number' ? readDigits(tokens, start) : readWords(tokens, start);
  const [value = 0] = below?.values ?? [];
  const isCount = isUnitWord(tokens[below?.end ?? at]?.word ?? '');
  return below?.form === 'cardinal' && !isCount && above > 0 && above < value && value <= 100
    ? { values: [above / value], end: below.end, form: 'fraction' }
    : undefined;
}
