import { joinTokens } from './dates.ts';
import { createReading, type Reading, type FoundNumber } from './number-types.ts';
import type { Span, Token } from './number-tokens.ts';
import { readLabelled, readQuantity, type Quantity } from './quantity.ts';
import { labelOf, readUnit } from './units.ts';

type Found = Span & { numbers: FoundNumber[] };

const rangeWords = /^(?:to|until|-|–|—)$/;
const listWords = /^(?:and|or|&)$/;
const negators = /^(?:not|never|.{1,8}n't|cannot)$/;
/** After these words, a negated number is a limit, or the negation refers to something else. */
const limitWords =
  /^(?:more|less|later|earlier|before|until|till|after|by|within|in|on|at|for|than|only|just|to|up|of|over|above|below)$/;
const determiners = /^(?:of|the|an?|this|that|your|our|its|×)$/;
const maxListLength = 8;
/** In tokens. */
const maxNegationDistance = 3;
/** The most numbers inside a range such as "levels 4 to 6". */
const maxExpanded = 60;

/** Reads a number with its currency, unit, sign and rate, or a list or range of them. */
export function readQuantities(tokens: readonly Token[], at: number): Found | undefined {
  const product = readProduct(tokens, at);
  if (product) return product;
  const label = tokens[at] && labelOf(tokens[at]);
  const readNext = (from: number) => (label ? readLabelled(tokens, from, label) : readQuantity(tokens, from));
  const first = readNext(label ? at + 1 : at);
  if (!first) return undefined;
  const list = [first];
  for (let last = first; list.length < maxListLength;) {
    const link = tokens[last.end]?.word ?? '';
    const isRange = rangeWords.test(link);
    const next =
      isRange || listWords.test(link) || (label && link === ',') ? readNext(last.end + 1) : undefined;
    // "At level 7, 30 credits cost"
    if (!next || (label && readUnit(tokens, next.end))) break;
    shareUnits(last, next, isRange);
    if (label && isRange) list.push(...between(last, next));
    list.push(next);
    last = next;
  }
  const end = list.at(-1)?.end ?? at;
  const isNegated = hasNegation(tokens, at);
  const text = joinTokens(tokens, at, end);
  return { end, numbers: list.map((one) => ({ text, alternatives: alternativesOf(one, isNegated) })) };
}

/** Copies currency, unit and rate to the other number in "£360 to 480", "5 to 7 weeks" and "10 or 20 credits". */
function shareUnits(last: Quantity, next: Quantity, isRange: boolean): void {
  if (next.unit === '' && next.noun === '' && last.isCurrency && isRange) copyUnit(last, next);
  else if (last.unit === '' && last.noun === '') copyUnit(next, last);
  if (isRange && last.unit === next.unit) last.rate ||= next.rate;
}

function copyUnit(from: Quantity, to: Quantity): void {
  to.unit = from.unit;
  to.factor = from.factor;
  to.isCurrency = from.isCurrency;
  to.rate = from.rate;
}

/** The numbers inside a range of labels. An answer may name one of them: level 5 of "levels 4 to 6". */
function between(first: Quantity, last: Quantity): Quantity[] {
  const [from = 0, to = 0] = [first.values[0], last.values[0]];
  const count = Math.min(Math.max(Math.ceil(to - from) - 1, 0), maxExpanded);
  return Array.from({ length: count }, (_, index) => ({ ...first, values: [from + index + 1] }));
}

/** Reads "half of £720", "twice the £360 fee" and "2 x £360": the result, or both numbers. */
function readProduct(tokens: readonly Token[], at: number): Found | undefined {
  const factor = readQuantity(tokens, at);
  if (!factor || (factor.unit !== '%' && factor.unit !== 'times') || factor.rate !== '') return undefined;
  let start = factor.end;
  while (start < factor.end + 3 && determiners.test(tokens[start]?.word ?? '')) start += 1;
  const amount = readQuantity(tokens, start);
  if (!amount?.isCurrency) return undefined;
  const share = factor.unit === '%' ? factor.factor / 100 : 1;
  const product = amount.values.flatMap((value) => factor.values.map((one) => value * one * share));
  const isNegated = hasNegation(tokens, at);
  const pairs = readingsOf(factor, isNegated).flatMap((one) =>
    readingsOf(amount, isNegated).map((other) => [one, other]),
  );
  const alternatives = [...alternativesOf({ ...amount, values: product }, isNegated), ...pairs];
  return { numbers: [{ text: joinTokens(tokens, at, amount.end), alternatives }], end: amount.end };
}

function alternativesOf(quantity: Quantity, isNegated: boolean): Reading[][] {
  const alternatives = readingsOf(quantity, isNegated).map((reading) => [reading]);
  // "on the 3rd"
  const isDay = quantity.unit === '#' && quantity.noun === '';
  if (isDay) for (const day of quantity.values) alternatives.push([createReading('day', String(day))]);
  return alternatives;
}

function readingsOf(quantity: Quantity, isNegated: boolean): Reading[] {
  const { values, factor, unit, isCurrency, rate, noun } = quantity;
  return values.map((value) => ({
    ...createReading('quantity', String(Number((value * factor).toPrecision(9)))),
    unit,
    isCurrency,
    rate,
    noun,
    isNegated,
  }));
}

/** Whether "not" or a similar word comes before the number, with at most two words between them. */
function hasNegation(tokens: readonly Token[], at: number): boolean {
  for (let index = at - 1; index >= Math.max(0, at - maxNegationDistance); index -= 1) {
    const token = tokens[index];
    if (token?.kind !== 'word' || limitWords.test(token.word)) return false;
    if (negators.test(token.word)) return true;
  }
  return false;
}
