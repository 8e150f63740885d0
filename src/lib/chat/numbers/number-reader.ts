import { readCode, readPhone, readUnread } from './code-numbers.ts';
import { readDate } from './dates.ts';
import { createReading, type FoundNumber, type Reading, type StatedNumber } from './number-types.ts';
import { readTokens, splitSentences, type Span, type Token } from './number-tokens.ts';
import { readQuantities } from './quantities.ts';
import { readTime } from './times.ts';
import { labelOf, readRate, readUnit, type Unit } from './units.ts';

/** The numbers, rates and units of a sentence. The rate of "per credit" and "by the credit" is `credit`. */
export type NumberedSentence = { numbers: StatedNumber[]; rates: Set<string>; units: Unit[] };

const readers = [readPhone, readDate, readTime, readCode, readQuantities, readUnread];

/** Reads the numbers of each sentence or line of a text. */
export function readSentences(text: string): NumberedSentence[] {
  return splitSentences(text).map(readSentence);
}

/** Reads the numbers of a text. */
export function readNumbers(text: string): StatedNumber[] {
  return readSentences(text).flatMap(({ numbers }) => numbers);
}

function readSentence(text: string): NumberedSentence {
  const tokens = readTokens(text);
  const numbers: FoundNumber[] = [];
  const rates = new Set<string>();
  const separate: FoundNumber[] = [];
  for (let at = 0; at < tokens.length;) {
    const found = readAt(tokens, at);
    if (found) numbers.push(...found.numbers);
    const rate = found ? undefined : readSeparateRate(tokens, at);
    if (rate) {
      rates.add(rate.rate);
      if (rate.isStated)
        separate.push({ text: rate.rate, alternatives: [[createReading('rate', rate.rate)]] });
    }
    at = found?.end ?? rate?.end ?? at + 1;
  }
  for (const { rate } of numbers.flatMap(({ alternatives }) => alternatives.flat()))
    if (rate) rates.add(rate);
  affirmContrasts(numbers);
  completeUnits(numbers);
  const all = numbers.length > 0 ? [...numbers, ...separate] : [];
  const periods = separate.map(({ text }) => text);
  return { numbers: all.map((number) => ({ ...number, rates, periods })), rates, units: namedUnits(tokens) };
}

/**
 * The units that a sentence names. A unit may belong to a number elsewhere in the sentence, as in "the pass mark is
 * 40".
 */
function namedUnits(tokens: readonly Token[]): Unit[] {
  return tokens.flatMap((token, at) => {
    const unit = readUnit(tokens, at);
    const label = labelOf(token);
    const found = unit?.end === at + 1 ? [unit] : [];
    return label ? [...found, { unit: `#${label}`, factor: 1, end: at + 1 }] : found;
  });
}

function readAt(tokens: readonly Token[], at: number) {
  for (const read of readers) {
    const found = read(tokens, at);
    if (found) return found;
  }
  return undefined;
}

/** Reads a rate that is separate from its amount, such as "each week" or "by the credit". */
function readSeparateRate(
  tokens: readonly Token[],
  at: number,
): (Span & { rate: string; isStated: boolean }) | undefined {
  if (!/^(?:per|each|every|for|by|in)$/.test(tokens[at]?.word ?? '')) return undefined;
  const rate = readRate(tokens, at, { isAmount: false });
  if (!rate) return undefined;
  const isPeriod = /^(?:hour|day|week|month|term|year|credit)$/.test(rate.rate);
  return { ...rate, isStated: isPeriod && /^(?:per|each|every)$/.test(tokens[at]?.word ?? '') };
}

/**
 * Removes the negation in contrasts such as "£360, not £720". A number stays negated only if no other number has its
 * unit.
 */
function affirmContrasts(numbers: readonly FoundNumber[]): void {
  const all = numbers.flatMap(({ alternatives }) => alternatives.flat());
  const affirmed = new Set(all.filter(({ isNegated }) => !isNegated).map(({ unit }) => unit));
  for (const reading of all) if (affirmed.has(reading.unit)) reading.isNegated = false;
}

/** Adds a reading with the preceding unit to numbers without one: "The report counts 40 % and the field sheet 60". */
function completeUnits(numbers: readonly FoundNumber[]): void {
  let last: Reading | undefined;
  for (const { alternatives } of numbers) {
    const [reading] = alternatives[0] ?? [];
    if (reading?.kind !== 'quantity') continue;
    const { unit, isCurrency } = last ?? reading;
    const isOpen = reading.unit === '' && reading.noun === '';
    if (isOpen && (isCurrency || unit === '%')) alternatives.push([{ ...reading, unit, isCurrency }]);
    if (reading.unit !== '') last = reading;
  }
}
