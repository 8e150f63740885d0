import anyAscii from 'any-ascii';
import { normalizeText } from '#lib/http/client-text.ts';
import { splitSentences } from '#lib/i18n/sentences.ts';
import { unitWords } from './units.ts';

const below20 = `zero one two three four five six seven eight nine
  ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen`;
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety';
const large = 'hundred thousand million billion';
const ordinals = `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
  fifteenth sixteenth seventeenth eighteenth nineteenth twentieth`;
const values: Record<string, number> = {
  ...Object.fromEntries(below20.split(/\s+/).map((word, at) => [word, at])),
  ...Object.fromEntries(tens.split(' ').map((word, at) => [word, 20 + 10 * at])),
  ...Object.fromEntries(ordinals.split(/\s+/).map((word, at) => [word, at + 1])),
  ...{ thirtieth: 30, half: 2, halve: 2, quarter: 4, twice: 2, thrice: 3, double: 2, triple: 3, a: 1, an: 1 },
  ...{ dozen: 12, hundred: 100, k: 1e3, thousand: 1e3, m: 1e6, mn: 1e6, million: 1e6, bn: 1e9, billion: 1e9 },
};
/** Nouns before their number, as in "week 4", or after an ordinal, as in "the fourth week". */
export const labels =
  'week|level|year|term|day|month|part|stage|instalment|page|step|room|floor|chapter|unit|module|phase|index|attempt';
export const weekday = '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs?)?|Fri|Sat(?:ur)?|Sun)(?:day)?';
/** What a price can be for, beside the nouns after "per". */
const rateNouns =
  '(hour|day|night|week|fortnight|month|quarter|term|semester|year|credit|page|book|course|module|lesson|class|session)';

const anyOf = (words: string) => `(?:${words.split(/\s+/).join('|')})\\b`;
const part = '((?:third|quarter|fifth|sixth|seventh|eighth|ninth|tenth)(?:s|(?= of))|half|halves)\\b';
const smallWord = anyOf(`${below20} ${tens}`);
const nextWord = anyOf(`${below20} ${tens} ${large}`);
/** "One" is a number only before a unit or another number, in a share, and as a time. */
const isPronoun = `(?<!\\bat )one\\b(?![ -](?:${unitWords}|dozen|${anyOf(large)}|${part}|and a |(?:\\p{L}+ )?(?:in|out of) (?:\\d|${smallWord})))`;
const cardinal = `\\b(?!${isPronoun})(?:an? ${anyOf(large)}|${smallWord})(?:(?:[ -]|(?<=${anyOf(large)})(?:,? and|,) )${nextWord})*`;
const ordinal = `\\b(?:\\d0-${anyOf(ordinals)}|(?!first (?!${labels}|${weekday}))${anyOf(`${ordinals} thirtieth`)})(?!,)`;
const wordFraction = `\\b(?:(\\d+|an?)[ -]${part}|(hal(?:f|ves)))\\b(?: of)?(?: an?\\b)?`;
const fraction = `(?<![\\d/.,])(?:(\\d+) )?(\\d+)(?:/|(?: \\p{L}+)? (?:in|out of) )(\\d+)(?![\\d/:]|[.,]\\d| ?${unitWords})`;
const number = "\\d+(?:[.,']\\d+)*";
const sharedCurrency = `(\\p{Sc})(${number} ?(?:to|-) ?)(?=${number}(?![.,]?\\d| ?${unitWords}))`;

/** The rules that write numbers with digits, in this order. */
const rules: readonly [RegExp | string, (match: readonly string[]) => string][] = [
  [cardinal, ([words = '']) => String(valueOfWords(words))],
  [/\bhalf past (\d{1,2})\b/, ([, hour]) => `${hour}:30`],
  [/\b(?:a )?quarter past (\d{1,2})\b/, ([, hour]) => `${hour}:15`],
  [/\b(?:a )?quarter to (\d{1,2})\b/, ([, hour]) => `${Number(hour) - 1}:45`],
  [/\b(?:12 )?(?:noon|midday)\b/, () => '12:00'],
  [/(?<=\d|o'clock) in the (?:(morning)|afternoon|evening)\b/, ([, morning]) => (morning ? ' am' : ' pm')],
  [/(?<=\d) ?([ap])\.m\b\.?/, ([, half]) => ` ${half}m`],
  [wordFraction, ([text = '', count = '1', name, half = 'half']) => divide(text, count, name ?? half)],
  [fraction, ([text = '', whole, above = '', below = '']) => divide(text, above, below, whole)],
  [
    /\b(\d+|an?)( \p{L}+)? and 0(\.\d+)\b/u,
    ([, count = '', unit = '', rest]) => `${valueOf(count)}${rest}${unit}`,
  ],
  [
    /\b(\d[\d.,]{0,20}|an?)(?:[ -](hundred|thousand|million|billion|dozen)|(?<=\p{Sc} ?[\d.,]{1,20}) ?(k|mn?|bn))\b/u,
    ([, count = '', word, letter = '']) => String((parseDecimal(count) || 1) * valueOf(word ?? letter)),
  ],
  [/\b(twice|thrice|double|triple)\b/, ([, name = '']) => `${valueOf(name)} times`],
  [ordinal, ([match = '']) => `${match.split('-').reduce((sum, word) => sum + valueOf(word), 0)}th`],
  [/\b(\d+)(?:st|nd|rd)\b/, ([, value]) => `${value}th`],
  [`\\b(\\d+)th (${labels})\\b`, ([, value, noun]) => `${noun} ${value}`],
  [/\bper ?cent\b/, () => '%'],
  [/\b(?:working|business|week)[ -]days?\b/, () => 'workdays'],
  [/\bweekdays?\b/, () => 'Monday to Friday'],
  [/\bweekends?\b/, () => 'Saturday and Sunday'],
  [sharedCurrency, ([, sign, value]) => `${sign}${value}${sign}`],
  [/\bdaily\b/, () => '/day'],
  [/\b(hour|week|fortnight|quarter|month|term|year)ly\b/, ([, noun]) => `/${noun}`],
  [`\\b(?<!\\bof )(?:for |in )?(?:each|every|an?|by the) ${rateNouns}\\b`, ([, noun]) => `/${noun}`],
  [/\bper (?!(?:person|student|head)\b)(?=\p{L})/u, () => '/'],
];
const patterns = rules.map(([source, write]) => ({ pattern: new RegExp(source, 'giu'), write }));

/**
 * Cleans a text, splits it into sentences, and writes their numbers with digits: "two thousand" is `2000`, "a third of"
 * is `0.333333333`, "noon" is `12:00`, and "a week" is `/week`.
 */
export function writeDigits(text: string): string[] {
  // NFKC would join fractions and superscript digits with the digits before them.
  const spaced = text.replaceAll(/[¼-¾⅐-⅞]/g, ' $&').replaceAll(/[²³¹⁰-⁹]/g, '^');
  const cleaned = normalizeText(spaced, 'NFKC')
    .replaceAll(/[\p{Cf}*_`\\]/gu, '')
    .replaceAll(/\[\d{1,2}\]|^[ \t]{0,8}\d{1,2}[.)] /gm, ' ')
    .replaceAll(/\b[a-z]{2,8}:\/\/\S{1,500}|\S{1,100}@\S{1,200}/gi, ' ')
    .replaceAll(/[\p{Nd}\p{Pd}−⁄’‘]/gu, (sign) => anyAscii(sign) || sign)
    .replaceAll(/[^\S\n]+/g, ' ');
  return splitSentences(cleaned).map((sentence) =>
    patterns.reduce(
      (written, { pattern, write }) => written.replace(pattern, (...match) => write(match)),
      sentence,
    ),
  );
}

/** Reads `1,200.50`, `1.200,50` and `1'200`. A point or comma before three digits separates thousands. */
export function parseDecimal(text: string): number {
  const [thousands = ''] = /^[1-9]\d{0,2}(?:([.,'])\d{3})(?:\1\d{3})*(?!\d)/.exec(text) ?? [];
  return Number(thousands.replaceAll(/\D/g, '') + text.slice(thousands.length).replace(',', '.'));
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

/** Only a part of one is a fraction: "24/7" is not. */
function divide(text: string, above: string, below: string, whole = '0'): string {
  const value = valueOf(above) / valueOf(below);
  return value < 1 ? String(Number(whole) + value) : text;
}
