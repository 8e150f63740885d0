import type { Span, Token } from './number-tokens.ts';
import { isStopWord } from '#lib/i18n/words.ts';

/** A unit in normal form, and the factor that converts a value into it. Hours become 60 minutes. */
export type Unit = Span & { unit: string; factor: number; isCurrency?: boolean };

/** Normal unit, factor, and the words for it. Words for the same normal unit are equivalent. */
const rows: readonly [string, number, string][] = [
  ['minute', 1 / 60, 'seconds sec secs'],
  ['minute', 1, 'minute minutes min mins'],
  ['minute', 60, 'hour hours hr hrs h'],
  ['minute', 1_440, 'day days'],
  ['minute', 10_080, 'week weeks wk wks'],
  ['minute', 20_160, 'fortnight fortnights'],
  ['month', 1, 'month months'],
  ['month', 12, 'year years yr yrs'],
  ['month', 120, 'decade decades'],
  ['term', 1, 'term terms semester semesters'],
  ['credit', 1, 'credit credits'],
  ['seat', 1, 'seat seats place places space spaces'],
  [
    'person',
    1,
    'person persons people student students learner learners participant participants member members',
  ],
  ['person', 1, 'teacher teachers staff adult adults child children head giver givers visitor visitors'],
  ['course', 1, 'course courses'],
  ['part', 1, 'part parts instalment instalments installment installments'],
  ['book', 1, 'book books'],
  ['page', 1, 'page pages'],
  ['word', 1, 'word words'],
  ['mark', 1, 'mark marks point points'],
  ['level', 1, 'levels'],
  ['times', 1, 'time times fold x ×'],
  ['%', 1, '% percent pct'],
  ['%', 0.1, '‰'],
  ['metre', 0.001, 'mm millimetre millimetres millimeter millimeters'],
  ['metre', 0.01, 'cm centimetre centimetres centimeter centimeters'],
  ['metre', 1, 'm metre metres meter meters'],
  ['metre', 1000, 'km kilometre kilometres kilometer kilometers'],
  ['mile', 1, 'mile miles'],
  ['foot', 1, 'foot feet ft'],
  ['hectare', 1, 'ha hectare hectares'],
  ['acre', 1, 'acre acres'],
  ['gram', 1, 'g gram grams'],
  ['gram', 1000, 'kg kilogram kilograms kilo kilos'],
  ['gram', 1_000_000, 't tonne tonnes'],
  ['litre', 1, 'l litre litres liter liters'],
  ['degree', 1, '° degree degrees'],
];
const units = new Map(
  rows.flatMap(([unit, factor, words]) => words.split(' ').map((word) => [word, { unit, factor }])),
);
/** Nouns that come before their number, as in "week 4", or after an ordinal, as in "the fourth week". */
const labels = new Set(
  'week weeks level levels year years term terms day days month months part parts stage stages instalment page pages step steps room floor chapter unit module index phase attempt semester'.split(
    ' ',
  ),
);
const currencySigns: Record<string, string> = { '£': 'GBP', '€': 'EUR', $: 'USD', '¥': 'JPY', '₹': 'INR' };
const currencyWords = new Map([
  ...['pound', 'pounds', 'quid', 'sterling'].map((word): [string, string] => [word, 'GBP']),
  ...['euro', 'euros'].map((word): [string, string] => [word, 'EUR']),
  ...['dollar', 'dollars', 'buck', 'bucks'].map((word): [string, string] => [word, 'USD']),
  ...[
    'yen',
    'franc',
    'rupee',
    'krona',
    'krone',
    'zloty',
    'yuan',
    'peso',
    'real',
    'rand',
    'lira',
    'dinar',
  ].flatMap((word): [string, string][] => [word, `${word}s`].map((form) => [form, word])),
  ...['kronor', 'kroner'].map((word): [string, string] => [word, 'krona']),
]);
const currencyCodes = new Set(Intl.supportedValuesOf('currency'));
const pence = new Set(['p', 'pence', 'penny', 'pennies']);
const rateWords: Record<string, string> = {
  hourly: 'hour',
  daily: 'day',
  weekly: 'week',
  fortnightly: 'fortnight',
  quarterly: 'quarter',
  monthly: 'month',
  termly: 'term',
  yearly: 'year',
  annually: 'year',
  pa: 'year',
  pcm: 'month',
  pw: 'week',
  pp: 'person',
};

/** Reads a currency's sign or code before a number: `£`, `US$`, `GBP`. */
export function readCurrencySign(tokens: readonly Token[], at: number): Unit | undefined {
  const token = tokens[at];
  if (!token) return undefined;
  if (currencyCodes.has(token.text)) return currency(token.text, at + 1);
  const prefixed = tokens[at + 1];
  if (/^[A-Z]{1,3}$/.test(token.text) && prefixed?.isAttached && /^\p{Sc}$/u.test(prefixed.text))
    return currency(currencyOf(prefixed.text, token.text), at + 2);
  return /^\p{Sc}$/u.test(token.text) ? currency(currencyOf(token.text), at + 1) : undefined;
}

/** Reads a unit after a number, with at most two words before it: "ten working days", "8 parking spaces". */
export function readUnit(tokens: readonly Token[], at: number): Unit | undefined {
  const start = tokens[at]?.text === '-' && tokens[at].isAttached ? at + 1 : at;
  for (let index = start; index < start + 3; index += 1) {
    const token = tokens[index];
    if (!token || (index > start && (token.kind !== 'word' || token.isAttached))) return undefined;
    const unit = readCurrencyAfter(tokens, index, start) ?? readNamedUnit(tokens, index, start);
    if (unit) return unit;
    if (token.kind !== 'word' || isStopWord(token.word)) return undefined;
  }
  return undefined;
}

/** The unit of a word, or the word itself. */
export function rateUnitOf(word: string): string {
  const name = word.replace(/(?<=[a-z]{3})s$/, '');
  const known = units.get(word);
  return known && known.unit !== 'minute' && known.unit !== 'month' ? known.unit : name;
}

export function isUnitWord(word: string): boolean {
  return units.has(word) || currencyWords.has(word);
}

/** The noun of a label: "weeks" is `week`. */
export function labelOf({ word }: Token): string | undefined {
  return labels.has(word) ? word.replace(/s$/, '') : undefined;
}

/** Reads what an amount is for: "per credit", "a week", "each", "/month", "weekly". */
export function readRate(
  tokens: readonly Token[],
  at: number,
  { isAmount }: { isAmount: boolean },
): (Span & { rate: string }) | undefined {
  const words = [0, 1, 2].map((offset) => tokens[at + offset]?.word ?? '');
  const adverb = rateWords[words[0] ?? ''];
  if (adverb) return { rate: adverb, end: at + 1 };
  if (words.join('') === 'p.a') return { rate: 'year', end: at + 3 };
  if (words[0] === 'each' && tokens[at + 1]?.kind !== 'word') return { rate: 'each', end: at + 1 };
  const skipped = words[0] === 'for' || words[0] === 'by' || words[0] === 'in' ? 1 : 0;
  const link = words[skipped] ?? '';
  const noun = words[skipped + 1] ?? '';
  const isLink =
    /^(?:per|each|every|an?|\/)$/.test(link) && (skipped === 0 || link !== '/') && words[0] !== 'by';
  if (!isLink && !(words[0] === 'by' && link === 'the')) return undefined;
  const isFree = link === 'per' || link === '/' || (isAmount && skipped === 0 && !isStopWord(noun));
  if (tokens[at + skipped + 1]?.kind !== 'word' || !(isFree || units.has(noun))) return undefined;
  return { rate: rateUnitOf(noun), end: at + skipped + 2 };
}

function readCurrencyAfter(tokens: readonly Token[], at: number, start: number): Unit | undefined {
  const token = tokens[at];
  if (!token) return undefined;
  if (pence.has(token.word)) return { ...currency('GBP', at + 1), factor: 0.01 };
  if (at === start) {
    const sign = readCurrencySign(tokens, at);
    if (sign) return sign;
  }
  const name = currencyWords.get(token.word);
  if (!name) return undefined;
  const adjective = tokens
    .slice(start, at)
    .map(({ word }) => word)
    .join(' ');
  const isHome = adjective === '' || /^(?:british|uk|us)$/.test(adjective);
  return currency(isHome ? name : `${adjective} ${name}`, at + 1);
}

function readNamedUnit(tokens: readonly Token[], at: number, start: number): Unit | undefined {
  const word = tokens[at]?.word ?? '';
  const next = tokens[at + 1];
  if (word === 'per' && (next?.word === 'cent' || next?.word === 'mille'))
    return { unit: '%', factor: next.word === 'cent' ? 1 : 0.1, end: at + 2 };
  const unit = units.get(word);
  const isPart = next?.isAttached === true && (next.kind === 'number' || next.text === '^');
  if (!unit || isPart) return undefined;
  if (unit.unit === '%' && /^points?$/.test(next?.word ?? ''))
    return { ...unit, unit: '%-point', end: at + 2 };
  if (unit.unit === 'degree' && /^(?:f|fahrenheit)$/.test(next?.word ?? ''))
    return { ...unit, unit: 'fahrenheit', end: at + 2 };
  if (unit.unit === 'degree' && /^(?:c|celsius)$/.test(next?.word ?? '')) return { ...unit, end: at + 2 };
  const isWorkday = /^days?$/.test(word) && /^(?:working|business|week)$/.test(tokens[start]?.word ?? '');
  if (isWorkday && at > start) return { unit: 'workday', factor: 1, end: at + 1 };
  return { ...unit, end: at + 1 };
}

function currencyOf(sign: string, prefix = ''): string {
  if (prefix !== '' && prefix !== 'US') return prefix + sign;
  return currencySigns[sign] ?? sign;
}

function currency(unit: string, end: number): Unit {
  return { unit, factor: 1, end, isCurrency: true };
}
