import { weekday } from './number-words.ts';

/**
 * Returns the numbers in a match, each with its possible readings, such as `date 2027-03-12` or `time 1110`. Undefined
 * if it has none.
 */
export type Reader = (match: readonly string[], after: string, before: string) => string[][] | undefined;

const monthName =
  '(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\b';
const dayNumber = '\\d{1,2}(?:th)?(?![\\d:])';
const days = `\\b(${dayNumber}(?: ?(?:,|and|or|to|until|-|&) ?(?:the )?${dayNumber})*)`;
const inYear = '(?:,? (\\d{4})\\b)?';
const dayFirst = new RegExp(`${days} (?:of )?${monthName}\\.?${inYear}`, 'g');
const monthFirst = new RegExp(`\\b${monthName}\\.? (?:the )?${days}${inYear}`, 'g');

/** Readers of dates, months, weekdays and times. */
export const dateReaders: readonly (readonly [RegExp, Reader])[] = [
  [/(?<![\d.,])(\d{4}|\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{1,2})(?![\d/-])/g, readNumericDate],
  [dayFirst, ([, list, name, year]) => readDays(list, numberOf(name), year)],
  [monthFirst, ([, name, list, year]) => readDays(list, numberOf(name), year)],
  [
    new RegExp(`\\b${monthName}${inYear}`, 'g'),
    ([, name, year = '']) => [[`in ${dateOf(year, numberOf(name))}`]],
  ],
  [new RegExp(`\\b(${weekday})s?\\b(?: ?(?:to|until|-) ?(${weekday})s?\\b)?`, 'g'), readWeekdays],
  [/(?<![\d.,:\p{Sc}])\b(\d{1,2})(?:([:.])(\d\d))?( o'clock)?(?: ?([ap]m))?\b(?![.,:]?\d)/gu, readTime],
];

/** Returns the months and days that a date or month implies. */
export function impliedByDate(date: string): string[] {
  const [, year = '', month = '', day = ''] = /^(?:(\d{4})-)?(\d\d)(?:-(\d\d))?$/.exec(date) ?? [];
  const ofMonth = [`in ${month}`, ...(year === '' ? [] : [`in ${year}-${month}`, `number ${year}`])];
  return day === '' ? ofMonth : [...ofMonth, `date ${month}-${day}`, `day ${Number(day)}`];
}

export function numbersBetween(from: number, to: number): number[] {
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => Math.min(from, to) + at);
}

/** Of `12/03/2027`, the day comes first if both orders are possible. */
function readNumericDate([, first = '', second = '', last = '']: readonly string[]): string[][] {
  if (first.length === 4) return readDays(last, second, first);
  const [day, month] = Number(second) > 12 ? [second, first] : [first, second];
  return readDays(day, month, last.length === 4 ? last : `20${last}`);
}

function readDays(list = '', month = '', year = ''): string[][] {
  return (list.match(/\d+/g) ?? []).map((day) => [`date ${dateOf(year, month, day)}`]);
}

function dateOf(...parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => part.padStart(2, '0'))
    .join('-');
}

function readWeekdays([, from, to = from]: readonly string[]): string[][] {
  const [first, last] = [Number(numberOf(from)), Number(numberOf(to))];
  return numbersBetween(first, last < first ? last + 7 : last).map((day) => [`weekday ${day % 7}`]);
}

/** Returns the number of a month, or of a weekday from 0 for Sunday. */
function numberOf(name = ''): string {
  const months = 'JanFebMarAprMayJunJulAugSepOctNovDec'.indexOf(name.slice(0, 3));
  return String(months >= 0 ? months / 3 + 1 : 'SunMonTueWedThuFriSat'.indexOf(name.slice(0, 3)) / 3);
}

/** Reads "18:30", "6.30 pm", "6 o'clock", and "6" in "6 to 8 pm". */
function readTime(match: readonly string[], after: string): string[][] | undefined {
  const [, hourText = '', separator = '', minuteText = '', isClock = '', half = ''] = match;
  const [hour, minute] = [Number(hourText), Number(minuteText)];
  const isRange = /^ ?(?:to|until|till|and|-) ?\d{1,2}(?::\d\d|(?:\.\d\d)? ?[ap]m\b)/.test(after);
  const isTime = separator === ':' || isClock + half !== '' || isRange;
  if (!isTime || hour > 24 || minute > 59) return undefined;
  // Without am or pm, "6 o'clock" can be both.
  const isRough = half === '' && hour <= 12 && (separator === '' || isClock !== '' || isRange);
  const hours = isRough ? [hour, hour + 12] : [half === '' ? hour : (hour % 12) + (half === 'pm' ? 12 : 0)];
  return [hours.map((one) => `time ${(one * 60 + minute) % 1440}`)];
}
