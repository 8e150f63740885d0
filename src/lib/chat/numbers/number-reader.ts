import { dateReaders, numbersBetween, type Reader } from './dates.ts';
import { labels, parseDecimal, writeDigits } from './number-words.ts';
import { currencyOf, isUnitless, readUnit, unitWords } from './units.ts';

/**
 * The possible readings of a number in normal form: `GBP 720`, `GBP 36/credit`, `minute 90`, `date 2027-03-12`,
 * `time 1110`, `code SOIL101`.
 */
export type StatedNumber = string[];

/** After a limit, a number is not denied: "not more than 12". In "£360, not £720" it contrasts with another one. */
const negation =
  /(?<!, )\b(?:not|never|cannot|\p{L}+n't) (?:(?!(?:more|less|later|earlier|before|until|till|after|by|within|in|on|at|for|than|only|just|to|up|of|over|above|below) )\p{L}+ ){0,2}$/iu;
const labelNumbers = `\\b(${labels})s? (\\d{1,3}(?: ?(?:,|and|or|to|&|-) ?\\d{1,3}(?!\\d| ?${unitWords}))*)(?![.,:]?\\d)`;

const quantity =
  /((?<=^|[ (:])(?<!\d )-(?=[\d\p{Sc}])|\b(?:[Mm]inus|[Nn]egative) )?((?:\b[A-Z]{1,3})?\p{Sc} ?|\b[A-Z]{3} )?(-)?(\d+(?:[.,']\d+)*)( ?\p{Sc}| [A-Z]{3}\b)?/gu;

const readers: readonly (readonly [RegExp, Reader])[] = [
  [/(?<![\d\p{L}])(?:\+|00|\(?0)\d?(?:[ ()-]{0,2}\d){7,17}(?![.,:]?\d)/gu, readPhone],
  ...dateReaders,
  [new RegExp(labelNumbers, 'giu'), readLabelled],
  [/\b[A-Z]{2,6}[ -]\d{2,4}\b(?![.,:]\d)|(?<![\p{L}\d])(?=\p{L}*\d)(?=\d*\p{L})[\p{L}\d]+/gu, readCode],
  [/\b(\d+)th\b(?! ¦)/g, ([, value]) => [[`th ${value}`, `day ${value}`]]],
  [/\b(\d+)th\b/g, ([, value]) => [[`th ${value}`]]],
  [quantity, readQuantity],
  // What cannot be read, such as "£七百", "level V", "18:30 CET" or "mid-March", is stated only by the same text.
  [
    /[^\s¦]{0,40}[\p{N}\p{Sc}][^\s¦]*|\b[IVX]{2,6}\b|(?<=[Ll]evel )[IVX]\b|(?<=¦ )(?:UTC|GMT|[A-Z]{1,4}T)\b|\b(?:early|mid|late)[ -](?=¦)/gu,
    ([text]) => [[`unread ${text}`]],
  ],
];

/** Reads the numbers of a text. */
export function readNumbers(text: string): StatedNumber[] {
  return writeDigits(text).flatMap(readSentence);
}

function readSentence(text: string): StatedNumber[] {
  const found: StatedNumber[] = [];
  let rest = text;
  for (const [pattern, read] of readers) {
    for (const match of rest.matchAll(pattern)) {
      const [before, after] = [rest.slice(0, match.index), rest.slice(match.index + match[0].length)];
      const numbers = read(match, after, before);
      if (!numbers) continue;
      rest = before + '¦'.repeat(match[0].length) + after;
      found.push(...numbers);
    }
  }
  return found;
}

/** Reads the rate after an amount, as in "£20 a week", or before all, as in "Each week you pay £20". */
function rateOf(after: string, before: string): string {
  const [rate = ''] =
    /(?<=^[^¦\d.,;:|]*?)\/\p{L}+/u.exec(after) ??
    /(?<=^[^¦\d]*)\/(?:hour|day|week|month|term|year|credit)\b/iu.exec(before) ??
    [];
  return rate.toLowerCase();
}

/** Reads "weeks 4 and 8" and "levels 4 to 6", with the numbers inside of the range. */
function readLabelled([, noun = '', list = '']: readonly string[]): string[][] {
  return [...list.matchAll(/(\d+)(?: ?(?:to|-) ?(\d+))?/g)].flatMap(([, from, to = from]) =>
    numbersBetween(Number(from), Number(to)).map((value) => [`#${noun.toLowerCase()} ${value}`]),
  );
}

/** Reads a telephone number: `+441632960410`, or without the country code `1632960410`. */
function readPhone([text = '']: readonly string[]): string[][] {
  const digits = text.replace('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '');
  return [[`phone ${/^(?:\+|00)/.test(text) ? '+' : ''}${digits}`]];
}

/** Reads `SOIL 101`, `SOIL-101` and `SOIL101`. "GBP 720" and "20p" are quantities. */
function readCode([text = '']: readonly string[]): string[][] | undefined {
  const [letters = ''] = /^\p{L}+(?=[ -])|(?<=^\d+)\p{L}+$/u.exec(text) ?? [];
  const isQuantity = currencyOf(letters) ?? (letters === 'th' || !isUnitless(readUnit(letters).unit));
  return isQuantity ? undefined : [[`code ${text.replace(/[ -]/, '').toUpperCase()}`]];
}

/** Reads a number with its sign, currency or unit, rate and negation. */
function readQuantity(match: readonly string[], after: string, before: string): string[][] {
  const [text = '', sign = '', mark = '', minus = '', digits = '', markAfter = ''] = match;
  const currency = currencyOf(mark.trim()) ?? currencyOf(markAfter.trim());
  const named = readUnit(markAfter + after);
  // A fraction without a unit is a share.
  const isShare = digits.startsWith('0.') && isUnitless(named.unit);
  const { unit, factor } = currency
    ? { unit: currency, factor: 1 }
    : isShare
      ? { unit: '%', factor: 100 }
      : named;
  const value = parseDecimal(digits) * factor * (sign + minus === '' ? 1 : -1);
  const key = `${negation.test(before) ? 'not ' : ''}${unit} ${Number(value.toPrecision(9))}${rateOf(after, before)}`;
  return [[Number.isNaN(value) ? `unread ${text}` : key]];
}
