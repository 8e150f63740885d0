import { isStopWord } from '#lib/i18n/words.ts';
import { dateReaders, type Reader } from './dates.ts';
import { labels, splitSentences, valuesOf, weekday } from './number-words.ts';
import { currencyOf, isCurrency, readUnit, unitWords } from './units.ts';

/**
 * A number in a text. `keys` are its possible readings in normal form: `GBP 720`, `minute 90`, `date 2027-03-12`,
 * `time 1110`, `code SOIL101`. `rate` is what it is for: `credit` in "£36 a credit". `rates` are those of its sentence,
 * `periods` those apart from an amount: "Each week".
 */
export type StatedNumber = { keys: string[]; rate: string; rates: Set<string>; periods: string[] };

/** After a limit, a number is not denied: "not more than 12". In "£360, not £720" it contrasts with another one. */
const negation =
  /(?<!, )\b(?:not|never|cannot|\p{L}+n't) (?:(?!(?:more|less|later|earlier|before|until|till|after|by|within|in|on|at|for|than|only|just|to|up|of|over|above|below) )\p{L}+ ){0,2}$/iu;
/** The most numbers in a range. */
const maxRange = 60;
const scales: Record<string, number> = { k: 1e3, m: 1e6, mn: 1e6, bn: 1e9, b: 1e9, tn: 1e12 };
/** "Each" does not stand for them, and "each week" counts without an amount before it. */
export const isPeriod = (rate: string) => /^(?:hour|day|week|month|term|year|credit)$/.test(rate);

const ordinalNoun = `\\b(\\d+)th(?= (${labels}|${weekday})s?\\b)`;
const labelNumbers = `\\b(${labels})s? (\\d+(?: ?(?:,|and|or|to|&|-|–) ?\\d+(?!\\d| ?${unitWords}))*)(?![.,:]?\\d)`;

const readers: readonly (readonly [RegExp, Reader])[] = [
  [/(?<![\d\p{L}])(?:\+|00|\(?0)\d?(?:[ ()-]{0,2}\d){7,17}(?![.,:]?\d)/gu, readPhone],
  // "The fourth week" and "the first Saturday"
  [new RegExp(ordinalNoun, 'gi'), ([, value, noun]) => [labelled(noun, value)]],
  ...dateReaders,
  [new RegExp(labelNumbers, 'giu'), readLabelled],
  [/\b([A-Z]{2,6})[ -](\d{2,4})\b(?![.,:]\d)/g, readSpacedCode],
  [/(?<![\p{L}\d])(?=\p{L}*\d)(?=\d*\p{L})[\p{L}\d]+/gu, readCode],
  [/\b(\d+)th\b/g, ([, value]) => [[`th ${value}`, `day ${value}`]]],
];
const quantity =
  /((?<=^|[ (:])(?<!\d )[-–](?=[\d\p{Sc}])|\b(?:[Mm]inus|[Nn]egative) )?((?:\b[A-Z]{1,3})?\p{Sc} ?|\b[A-Z]{3} )?(-)?(\d+(?:[.,']\d+)*)/gu;

/** Reads the numbers of a text. */
export function readNumbers(text: string): StatedNumber[] {
  return splitSentences(text).flatMap(readSentence);
}

/** Returns a number's kind, by which a quote is chosen. */
export function kindOf({ keys: [key = ''] }: StatedNumber): string {
  return isCurrency(key) ? 'amount' : key.slice(0, key.lastIndexOf(' '));
}

function readSentence(text: string): StatedNumber[] {
  const found: { keys: string[]; rate: string }[] = [];
  let rest = text;
  const mask = (from: number, to: number) => {
    rest = rest.slice(0, from) + '¦'.repeat(to - from) + rest.slice(to);
  };
  for (const [pattern, read] of readers) {
    for (const match of rest.matchAll(pattern)) {
      const end = match.index + match[0].length;
      const numbers = read(match, rest.slice(end), rest.slice(0, match.index));
      if (!numbers) continue;
      mask(match.index, end);
      found.push(...numbers.map((keys) => ({ keys, rate: '' })));
    }
  }
  for (const match of rest.matchAll(quantity)) {
    const end = match.index + match[0].length;
    const { length, ...number } = readQuantity(match, rest.slice(end), rest.slice(0, match.index));
    mask(match.index, end + length);
    found.push(number);
  }
  // What cannot be read, such as "£七百" or "level V", is stated only by the same text.
  for (const [unread] of rest.matchAll(/[^\s¦]*[\p{N}\p{Sc}][^\s¦]*|\b[IVX]{2,6}\b|(?<=[Ll]evel )[IVX]\b/gu))
    found.push({ keys: [`unread ${unread}`], rate: '' });
  const separate = [...rest.matchAll(/\/(\p{L}+)/gu)].map(([, rate = '']) => rate.toLowerCase());
  const rates = new Set([...separate, ...found.map(({ rate }) => rate)]);
  return found.map((number) => ({ ...number, rates, periods: separate.filter(isPeriod) }));
}

function labelled(noun = '', value = ''): string[] {
  return [`#${noun.toLowerCase()} ${value}`];
}

/** Reads "weeks 4 and 8" and "levels 4 to 6", with the numbers inside of the range. */
function readLabelled([, noun, list = '']: readonly string[]): string[][] {
  return [...list.matchAll(/(\d+)(?: ?(?:to|-|–) ?(\d+))?/g)].flatMap(([, from = '', to = from]) => {
    const length = Math.min(Math.max(Number(to) - Number(from), 1), maxRange);
    const inside = Array.from({ length }, (_, at) => String(Number(from) + at));
    return [...inside, to].map((value) => labelled(noun, value));
  });
}

/** Reads a telephone number: `+441632960410`, or without the country code `1632960410`. */
function readPhone([text = '']: readonly string[]): string[][] {
  const digits = text.replace('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '');
  return /^(?:\+|00)/.test(text) ? [[`phone +${digits}`]] : [[`phone ${digits}`, `local ${digits}`]];
}

/** Reads `SOIL 101` and `SOIL-101`, which may also be a word and a number. */
function readSpacedCode([, letters = '', digits = '']: readonly string[], after: string) {
  const isQuantity = currencyOf(letters) !== undefined || readUnit(after);
  return isQuantity ? undefined : [[`code ${letters}${digits}`, `number ${Number(digits)}`]];
}

function readCode([text = '']: readonly string[]): string[][] | undefined {
  const [, letters = ''] = /^\d+(\p{L}+)$/u.exec(text) ?? [];
  const isMeasure = /^(?:th|k|mn?|bn?|tn)$/.test(letters) || readUnit(letters)?.length === letters.length;
  return letters !== '' && isMeasure ? undefined : [[`code ${text.toUpperCase()}`]];
}

/** Reads a number with its sign, currency, unit, rate and negation. `length` is that of the text after it. */
function readQuantity(match: readonly string[], after: string, before: string) {
  const [text = '', sign = '', mark = '', minus = '', digits = ''] = match;
  const currency = currencyOf(mark.trim());
  const suffixes = currency === undefined ? /^(?:k|mn|bn|tn)(?!\p{L})/u : /^(?:k|mn?|bn?|tn)(?!\p{L})/u;
  const [suffix = ''] = suffixes.exec(after) ?? [];
  const rest = after.slice(suffix.length);
  const [word = ''] = /(?<=^ )\p{L}+/u.exec(rest) ?? [];
  const noUnit = {
    unit: word === '' || isStopWord(word.toLowerCase()) ? 'number' : 'noun',
    factor: 1,
    length: 0,
  };
  const named = currency === undefined ? readUnit(rest) : { unit: currency, factor: 1, length: 0 };
  // A fraction without a unit is a share.
  const { unit, factor, length } =
    named ?? (digits.startsWith('0.') ? { ...noUnit, unit: '%', factor: 100 } : noUnit);
  const times = factor * (scales[suffix] ?? 1) * (sign + minus === '' ? 1 : -1);
  const not = negation.test(before) ? 'not ' : '';
  const keys = valuesOf(digits).map((value) => `${not}${unit} ${Number((value * times).toPrecision(9))}`);
  const ratePattern = isCurrency(unit) ? /^ ?(?:\/|an? )(\p{L}+)/u : /^ ?\/(\p{L}+)/u;
  const [rateText = '', rate = ''] = ratePattern.exec(rest.slice(length)) ?? [];
  const end = suffix.length + length + rateText.length;
  return { keys: keys.length > 0 ? keys : [`unread ${text}`], rate: rate.toLowerCase(), length: end };
}
