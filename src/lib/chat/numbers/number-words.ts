import { normalizeText } from '#lib/http/client-text.ts';
import { unitWords } from './units.ts';

const small = 'one two three four five six seven eight nine';
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety';
const ordinals = `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
  fifteenth sixteenth seventeenth eighteenth nineteenth twentieth`;
const values: Record<string, number> = {
  ...Object.fromEntries(`zero ${small} ${teens}`.split(' ').map((word, at) => [word, at])),
  ...Object.fromEntries(tens.split(' ').map((word, at) => [word, 20 + 10 * at])),
  ...Object.fromEntries(ordinals.split(/\s+/).map((word, at) => [word, at + 1])),
  ...{ thirtieth: 30, half: 2, halve: 2, quarter: 4, twice: 2, thrice: 3, double: 2, triple: 3, a: 1, an: 1 },
  ...{ dozen: 12, hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9 },
};
/** Nouns before their number, as in "week 4", or after an ordinal, as in "the fourth week". */
export const labels =
  'week|level|year|term|day|month|part|stage|instalment|page|step|room|floor|chapter|unit|module|phase|index|attempt';
export const weekday = '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs?)?|Fri|Sat(?:ur)?|Sun)(?:day)?';
/** What a price can be for, beside the nouns after "per". */
const rateNouns =
  '(hour|day|night|week|fortnight|month|quarter|term|semester|year|credit|person|student|head|page|book|course|module|lesson|class|session)';

const anyOf = (words: string) => `(?:${words.split(/\s+/).join('|')})\\b`;
const below100 = `(?:${anyOf(tens)}(?:[ -]${anyOf(small)})?|${anyOf(`zero ${small} ${teens}`)})`;
const group = `(?:(?:${anyOf(small)}|an?) hundred\\b(?:(?: and)? ${below100})?|${below100})`;
const year = `(?:eighteen|nineteen|twenty)[ -](?:${anyOf(tens)}(?:[ -]${anyOf(small)})?|${anyOf(teens)})`;
const large = anyOf('thousand million billion');
const term = `(?:${year}|(?:${group}|an?) ${large}|${group})`;
const part = '((?:third|quarter|fifth|sixth|seventh|eighth|ninth|tenth)(?:s|(?= of))|half|halves)\\b';
/** "One" is a number only before a unit, in a share, and as a time. */
const isPronoun = `(?<!\\bat )one\\b(?![ -](?:${unitWords}|${anyOf('dozen hundred')}|${large}|${part}|(?:\\p{L}+ )?(?:in|out of) (?:\\d|${below100})))`;
const cardinal = `\\b(?!${isPronoun})${term}(?:(?<=${large})(?:,? and|,)? ${term})*`;
const ordinal = `\\b(?:\\d0-${anyOf(ordinals)}|(?!first (?!${labels}|${weekday}))${anyOf(`${ordinals} thirtieth`)})(?!,)`;
const wordFraction = `\\b(?:(\\d+|an?)[ -]${part}|(hal(?:f|ves)))\\b(?: of)?(?: an?\\b)?`;
const ratio = `\\b(\\d+)(?: \\p{L}+)? (?:in|out of) (\\d+)(?![\\d:]|[.,]\\d| ?${unitWords})`;
const number = "\\d+(?:[.,']\\d+)*";
const sharedUnit = `(${number})(?= ?(?:to|and|or|-|–) ?${number}[ -]?(${unitWords}))(?![.,]?\\d)`;
const sharedCurrency = `(\\p{Sc})(${number} ?(?:to|-|–) ?)(?=${number}(?![.,]?\\d| ?${unitWords}))`;
const singleDuration =
  /(?<=\b(?:within|for|after|to|takes?|lasts?|than|about|least|most|over) )an? (?=(?:hour|day|week|month|year)\b)/;

/** The rules that write numbers with digits, in this order. */
const rules: readonly [RegExp | string, (match: readonly string[]) => string][] = [
  [cardinal, ([words = '']) => String(valueOfWords(words))],
  [/\b(?:noon|midday)\b/, () => '12:00'],
  [/\bmidnight\b/, () => '0:00'],
  [/(?<=\d|o'clock) in the morning\b/, () => ' am'],
  [/(?<=\d|o'clock) (?:in the (?:afternoon|evening)|at night)\b/, () => ' pm'],
  [/(?<=\d) ?([ap])\.m\b\.?/, ([, half]) => ` ${half}m`],
  [wordFraction, ([, count = '1', name, half = 'half']) => divide(count, name ?? half)],
  [/(?<![\d/.,])(\d+ )?(\d+)\/(\d+)(?![\d/])/, ([text = '', whole, ...parts]) => share(text, parts, whole)],
  [
    /\b(\d+|an?)( \p{L}+)? and 0(\.\d+)\b/u,
    ([, count = '', unit = '', rest]) => `${valueOf(count)}${rest}${unit}`,
  ],
  [ratio, ([text = '', ...parts]) => share(text, parts)],
  [
    /\b(\d[\d.,]*|an?)[ -](hundred|thousand|million|billion|dozen)\b/,
    ([, count, scale]) => multiply(count, scale),
  ],
  [
    /\b(twice|thrice|(?:double|triple)(?= (?:the|this|your|\p{Sc})))(?!\p{L})/u,
    ([, name = '']) => `${valueOf(name)} times`,
  ],
  [ordinal, ([match = '']) => `${match.split('-').reduce((sum, word) => sum + valueOf(word), 0)}th`],
  [/\b(\d+)(?:st|nd|rd)\b/, ([, value]) => `${value}th`],
  [/\bper ?cent\b|\bpct\b/, () => '%'],
  [/\b(?:working|business|week)[ -]days?\b/, () => 'workdays'],
  [/\bdegrees? (?:F|Fahrenheit)\b/, () => 'fahrenheit'],
  [singleDuration, () => '1 '],
  [sharedUnit, ([, value, unit]) => `${value} ${unit}`],
  [sharedCurrency, ([, sign, value]) => `${sign}${value}${sign}`],
  [/\bdaily\b/, () => '/day'],
  [/\b(hour|week|fortnight|quarter|month|term|year)ly\b/, ([, noun]) => `/${noun}`],
  [`\\b(?:for |in )?(?:each|every|an?|by the) ${rateNouns}\\b`, ([, noun]) => `/${noun}`],
  [/\bper (?=\p{L})/u, () => '/'],
  [/\beach\b/, () => '/each'],
];
const patterns = rules.map(([source, write]) => ({ pattern: new RegExp(source, 'giu'), write }));

/**
 * Cleans a text, splits it into lines and sentences, and writes their numbers with digits: "two thousand" is `2000`, "a
 * third of" is `0.333333333`, "noon" is `12:00`, and "a week" is `/week`.
 */
export function splitSentences(text: string): string[] {
  // NFKC would join fractions and superscript digits with the digits before them.
  const spaced = text.replaceAll(/[¼-¾⅐-⅞]/g, ' $&').replaceAll(/[²³¹⁰-⁹]/g, '^');
  return normalizeText(spaced, 'NFKC')
    .replaceAll(/[\p{Cf}*_`\\]/gu, '')
    .replaceAll(/\[\d{1,2}\]|^[ \t]{0,8}\d{1,2}[.)] /gm, ' ')
    .replaceAll(/\b[a-z]{2,8}:\/\/\S{1,500}|\S{1,100}@\S{1,200}/gi, ' ')
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .replaceAll(/[−‐‑‒]/g, '-')
    .replaceAll('—', '–')
    .replaceAll(/[’‘]/g, "'")
    .replaceAll('⁄', '/')
    .replaceAll(/[^\S\n]+/g, ' ')
    .split(/\n|(?<=[.!?;]) (?=\p{Lu})/u)
    .filter((sentence) => sentence.trim() !== '')
    .map(writeDigits);
}

function writeDigits(sentence: string): string {
  return patterns.reduce(
    (text, { pattern, write }) => text.replace(pattern, (...match) => write(match)),
    sentence,
  );
}

/** Unicode has the decimal digits of each script in one run, from zero to nine. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 128) return digit;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** Returns all values that a number's separators allow: `1.200` is 1200 or 1.2. */
export function valuesOf(text: string): number[] {
  const isEnglish = /^(?:\d+|[1-9]\d{0,2}(?:[,']\d{3})+)(?:\.\d+)?$/.test(text);
  const isContinental = /^(?:[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?|\d+,\d{1,2})$/.test(text);
  const english = isEnglish ? [Number(text.replaceAll(/[,']/g, ''))] : [];
  return isContinental ? [...english, Number(text.replaceAll('.', '').replace(',', '.'))] : english;
}

function valueOf(word: string): number {
  const name = word.toLowerCase();
  return values[name] ?? values[name.replace(/s$/, '')] ?? Number(name);
}

function valueOfWords(words: string): number {
  let [total, last] = [0, 0];
  for (const word of words.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const value = word === 'and' || word.startsWith('a') ? 0 : (values[word] ?? 0);
    if (value >= 1e3) [total, last] = [total + (last || 1) * value, 0];
    else if (value === 100) last = (last || 1) * 100;
    // "Nineteen ninety-one" is a year.
    else last = (last >= 18 && value >= 10 && last < 100 ? last * 100 : last) + value;
  }
  return total + last;
}

function divide(above: string, below: string, whole = '0'): string {
  return decimal(Number(whole) + valueOf(above) / valueOf(below));
}

/** Only a part of one is a share: "24/7" is not. */
function share(text: string, [above = '', below = '']: readonly string[], whole?: string): string {
  return Number(above) < Number(below) ? divide(above, below, whole) : text;
}

function multiply(count = '', scale = ''): string {
  return decimal((valuesOf(count)[0] ?? 1) * valueOf(scale));
}

function decimal(value: number): string {
  return String(Number(value.toPrecision(9)));
}
