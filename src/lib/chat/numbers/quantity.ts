import { weekdayAt } from './dates.ts';
import type { Span, Token } from './number-tokens.ts';
import { readNumeral, readPart, readRoman, type Numeral } from './numerals.ts';
import { labelOf, readCurrencySign, readRate, readUnit, type Unit } from './units.ts';
import { isStopWord } from '#lib/i18n/words.ts';

/**
 * A number with its unit, rate and sign. `unit` is empty if none is known; `noun` is then the word after the number.
 */
export type Quantity = Span & {
  values: number[];
  factor: number;
  unit: string;
  isCurrency: boolean;
  rate: string;
  noun: string;
  form: Numeral['form'];
};

const suffixes: Record<string, number> = { k: 1e3, m: 1e6, mn: 1e6, mio: 1e6, b: 1e9, bn: 1e9, tn: 1e12 };
const multiples: Record<string, number> = { twice: 2, thrice: 3 };
const adjectives: Record<string, number> = { double: 2, triple: 3, treble: 3, quadruple: 4 };
/** After these words, "a week" means one week. */
const beforeDuration = /^(?:within|for|after|to|takes?|lasts?|than|about|least|most|over)$/;

/** Reads "-£1.2m", "720 pounds per credit", "minus 7 °C", "half an hour", "twice", "a week", "the fourth week". */
export function readQuantity(tokens: readonly Token[], at: number): Quantity | undefined {
  const { isNegative, start } = readSign(tokens, at);
  const sign = readCurrencySign(tokens, start);
  const from = sign && tokens[sign.end]?.text === '-' ? sign.end + 1 : (sign?.end ?? start);
  const numeral = readValue(tokens, from, sign !== undefined) ?? readMultiple(tokens, from);
  if (!numeral) return sign ? undefined : readSingleDuration(tokens, at);
  const scale = readSuffix(tokens, numeral.end, sign !== undefined);
  const end = scale ? numeral.end + 1 : numeral.end;
  const unit = sign ?? unitOf(tokens, { ...numeral, end });
  if (!unit) return undefined;
  const part =
    unit.end > end && tokens[unit.end]?.word === 'and' ? readPart(tokens, unit.end + 1) : undefined;
  const quantity: Quantity = {
    values: numeral.values.map((value) => (value + (part?.value ?? 0)) * (scale ?? 1)),
    factor: unit.factor,
    unit: unit.unit,
    isCurrency: unit.isCurrency ?? false,
    rate: '',
    noun: unit.unit === '' ? nounAt(tokens, end) : '',
    form: numeral.form,
    end: part?.end ?? Math.max(unit.end, end),
  };
  const isBelow =
    tokens[quantity.end]?.word === 'below' &&
    /^(?:zero|freezing)$/.test(tokens[quantity.end + 1]?.word ?? '');
  const isMinus = isNegative || from !== (sign?.end ?? start) || isBelow;
  if (isMinus) quantity.values = quantity.values.map((value) => -value);
  const rate = readRate(tokens, quantity.end, { isAmount: quantity.isCurrency });
  return rate ? { ...quantity, ...rate } : quantity;
}

/** Reads the numeral of a label, as in "week 4". */
export function readLabelled(tokens: readonly Token[], at: number, label: string): Quantity | undefined {
  const numeral = readValue(tokens, at, true);
  if (numeral?.form !== 'cardinal') return undefined;
  const { values, end, form } = numeral;
  return { values, end, form, factor: 1, unit: `#${label}`, isCurrency: false, rate: '', noun: '' };
}

function readSign(tokens: readonly Token[], at: number): { isNegative: boolean; start: number } {
  const [token, next, before] = [tokens[at], tokens[at + 1], tokens[at - 1]];
  if (/^(?:minus|negative)$/.test(token?.word ?? '')) return { isNegative: true, start: at + 1 };
  const isDash = token !== undefined && /^[-–]$/.test(token.text);
  const isFree = !before || before.text === '(' || (token?.isAttached === false && before.kind !== 'number');
  return isDash && isFree && next?.isAttached
    ? { isNegative: true, start: at + 1 }
    : { isNegative: false, start: at };
}

function readValue(tokens: readonly Token[], at: number, allowsRoman: boolean): Numeral | undefined {
  const numeral = readNumeral(tokens, at);
  const token = tokens[at];
  if (numeral || !token || token.kind !== 'word') return numeral;
  const roman = readRoman(token);
  const canBeRoman = allowsRoman || (token.text.length > 1 && readUnit(tokens, at + 1) !== undefined);
  return roman && canBeRoman ? { values: [roman], end: at + 1, form: 'cardinal' } : undefined;
}

/** Reads "twice", and "double" before a determiner. */
function readMultiple(tokens: readonly Token[], at: number): Numeral | undefined {
  const word = tokens[at]?.word ?? '';
  const isAdjective =
    /^(?:the|that|this|your|our)$/.test(tokens[at + 1]?.word ?? '') || readCurrencySign(tokens, at + 1);
  const value = multiples[word] ?? (isAdjective ? adjectives[word] : undefined);
  return value === undefined ? undefined : { values: [value], end: at + 1, form: 'multiple' };
}

function readSuffix(tokens: readonly Token[], at: number, isAmount: boolean): number | undefined {
  const token = tokens[at];
  if (!token?.isAttached || (tokens[at + 1]?.isAttached === true && tokens[at + 1]?.kind !== 'mark'))
    return undefined;
  return isAmount || token.word === 'k' ? suffixes[token.word] : undefined;
}

/** Returns the unit of a numeral: empty if it has none, undefined if the word is not used as a number ("one of us"). */
function unitOf(tokens: readonly Token[], { form, end, values: [value = 0] }: Numeral): Unit | undefined {
  if (form === 'multiple') return { unit: 'times', factor: 1, end };
  if (form === 'ordinal') return readOrdinalNoun(tokens, end, value);
  if (form === 'fraction') return readWholeOfFraction(tokens, end);
  const unit = readUnit(tokens, end);
  if (unit) return unit;
  return tokens[end - 1]?.word === 'one' && value === 1 ? undefined : { unit: '', factor: 1, end };
}

/** Reads the noun of "the fourth week" and "the first Saturday". "First" is a number only before such a noun. */
function readOrdinalNoun(tokens: readonly Token[], at: number, value: number): Unit | undefined {
  const token = tokens[at];
  const label = token && labelOf(token);
  if (label) return { unit: `#${label}`, factor: 1, end: at + 1 };
  const weekday = weekdayAt(tokens, at);
  if (weekday >= 0) return { unit: `#weekday${weekday}`, factor: 1, end: at };
  const isMarker = value === 2 && (token?.text === ',' || tokens[at - 1]?.word === 'seconds');
  return value === 1 || isMarker ? undefined : { unit: '#', factor: 1, end: at };
}

/** Reads the unit of "half an hour"; a fraction of anything else is a percentage. */
function readWholeOfFraction(tokens: readonly Token[], at: number): Unit {
  const of = tokens[at]?.word === 'of' ? at + 1 : at;
  const start = /^an?$/.test(tokens[of]?.word ?? '') ? of + 1 : of;
  const unit = tokens[start]?.kind === 'word' ? readUnit(tokens, start) : undefined;
  // "half hour" and "half of an hour", but not "half of hours".
  const isWhole = unit?.end === start + 1 && !unit.isCurrency && (start > of || of === at);
  return isWhole ? unit : { unit: '%', factor: 100, end: at };
}

/** Reads "a week" as one week after words such as "within". */
function readSingleDuration(tokens: readonly Token[], at: number): Quantity | undefined {
  if (!/^an?$/.test(tokens[at]?.word ?? '')) return undefined;
  const unit = readUnit(tokens, at + 1);
  if (unit?.end !== at + 2 || !/^(?:minute|month)$/.test(unit.unit)) return undefined;
  const part = tokens[unit.end]?.word === 'and' ? readPart(tokens, unit.end + 1) : undefined;
  if (!part && !beforeDuration.test(tokens[at - 1]?.word ?? '')) return undefined;
  const { factor, end } = unit;
  const values = [1 + (part?.value ?? 0)];
  const rest = { isCurrency: false, rate: '', noun: '', form: 'cardinal' as const };
  return { values, factor, unit: unit.unit, end: part?.end ?? end, ...rest };
}

function nounAt(tokens: readonly Token[], at: number): string {
  const token = tokens[at];
  return token?.kind === 'word' && !isStopWord(token.word) ? token.word : '';
}
