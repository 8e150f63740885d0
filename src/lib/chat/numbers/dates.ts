import { readUnit } from './units.ts';
import { weekday } from './number-words.ts';

/**
 * Returns the numbers in a match, each with its possible readings, such as `date 2027-03-12` or `time 1110`. Undefined
 * if it has none.
 */
export type Reader = (match: readonly string[], after: string, before: string) => string[][] | undefined;

const monthName =
  '(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\b';
const dayNumber = '\\d{1,2}(?:th|st|nd|rd)?(?![\\d:])';
const days = `(${dayNumber}(?: ?(?:,|and|or|to|until|-|–|&) ?(?:the )?${dayNumber})*)`;
const inYear = '(?:,? (\\d{4})\\b)?';
const onWeekday = `(?:\\b(${weekday}),? (?:the )?)?\\b`;
const dayFirst = new RegExp(`${onWeekday}${days} (?:of )?${monthName}\\.?${inYear}`, 'g');
const monthFirst = new RegExp(`${onWeekday}${monthName}\\.? (?:the )?${days}${inYear}`, 'g');
const partOfMonth = '(?:\\b(mid|middle|early|late|end|beginning|start)(?: of)?[ -])?\\b';
/** The days of each part of a month. They overlap, because usage differs. */
const partsOfMonth: Record<string, [number, number]> = {
  ...{ early: [1, 12], start: [1, 7], beginning: [1, 7], mid: [9, 22], middle: [9, 22] },
  ...{ late: [19, 31], end: [25, 31] },
};

/** Readers of dates, months, weekdays and times. */
export const dateReaders: readonly (readonly [RegExp, Reader])[] = [
  [/(?<![\d.,])(\d{4}|\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{1,2})(?![\d/-])/g, readNumericDate],
  [dayFirst, ([, on, list, name, year]) => readDays(list, numberOf(name), year, on)],
  [monthFirst, ([, on, name, list, year]) => readDays(list, numberOf(name), year, on)],
  [new RegExp(`${partOfMonth}${monthName}${inYear}`, 'g'), readMonth],
  [new RegExp(`\\b(${weekday})s?\\b(?: ?(?:to|until|-|–) ?(${weekday})s?\\b)?`, 'g'), readWeekdays],
  [/\b[Ww]eekdays?\b/g, () => readWeekdays(['', 'Mon', 'Fri'])],
  [/\b[Ww]eekends?\b/g, () => readWeekdays(['', 'Sat', 'Sun'])],
  [
    /(?<![\d.,:\p{Sc}])\b(\d{1,2})(?:([:.])(\d\d))?( o'clock)?(?: ?([ap]m))?( (?:UTC|GMT|[A-Z]{1,4}T))?\b(?![.,:]?\d)/gu,
    readTime,
  ],
];

/** Returns the months, days and weekdays that a date or month implies. */
export function impliedByDate(date: string): string[] {
  const [, year = '', month = '', day = ''] = /^(?:(\d{4})-)?(\d\d)(?:-(\d\d))?$/.exec(date) ?? [];
  const ofYear = year === '' ? [] : [`in ${year}-${month}`, `number ${year}`];
  if (day === '') return [`in ${month}`, ...ofYear];
  const days = [`in ${month}`, ...ofYear, `date ${month}-${day}`, `day ${Number(day)}`];
  if (year === '') return [...days, `undated ${date}`];
  const weekdayNumber = new Date(`${date}T00:00:00Z`).getUTCDay();
  return [
    ...days,
    `weekday ${weekdayNumber}`,
    ...[date, `${month}-${day}`].map((one) => `on ${weekdayNumber}-${one}`),
  ];
}

/** Of `12/03/2027`, the day comes first if both orders are possible. */
function readNumericDate([, first = '', second = '', last = '']: readonly string[]): string[][] {
  if (first.length === 4) return readDays(last, second, first);
  const [day, month] = Number(second) > 12 ? [second, first] : [first, second];
  return readDays(day, month, last.length === 4 ? last : `20${last}`);
}

function readDays(list = '', month = '', year = '', on = ''): string[][] {
  const dates = (list.match(/\d+/g) ?? []).map((day) => dateOf(year, month, day));
  const onWeekday = on === '' ? [] : [[`on ${numberOf(on)}-${dates.at(-1)}`]];
  return [...dates.map((date) => [`date ${date}`]), ...onWeekday];
}

/** "May" and "March" at the start of a sentence are verbs. */
function readMonth([, part = '', name = '', year = '']: readonly string[], _after: string, before: string) {
  if (/^Ma[ry]/.test(name) && part + year + before.trim() === '') return undefined;
  const [from, to] = partsOfMonth[part] ?? [1, 0];
  const month = dateOf(year, numberOf(name));
  const inPart = Array.from(
    { length: to - from + 1 },
    (_, at) => `date ${dateOf('', month, String(from + at))}`,
  );
  return [[`${part || 'in'} ${month}`, ...inPart]];
}

function dateOf(...parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => part.padStart(2, '0'))
    .join('-');
}

function readWeekdays([, from = '', to = from]: readonly string[]): string[][] {
  const length = ((Number(numberOf(to)) - Number(numberOf(from)) + 7) % 7) + 1;
  return Array.from({ length }, (_, at) => [`weekday ${(Number(numberOf(from)) + at) % 7}`]);
}

/** Returns the number of a month, or of a weekday from 0 for Sunday. */
function numberOf(name = ''): string {
  const months = 'JanFebMarAprMayJunJulAugSepOctNovDec'.indexOf(name.slice(0, 3));
  return String(months >= 0 ? months / 3 + 1 : 'SunMonTueWedThuFriSat'.indexOf(name.slice(0, 3)) / 3);
}

/** Reads "18:30", "6.30 pm", "at 6.30", "6 o'clock", and "6" in "6 to 8 pm". */
function readTime(match: readonly string[], after: string, before: string): string[][] | undefined {
  const [, hourText = '', separator = '', minuteText = '', isClock = '', half = '', zone = ''] = match;
  const [hour, minute] = [Number(hourText), Number(minuteText)];
  const isRange = /^ ?(?:to|until|till|and|-|–) ?\d{1,2}(?::\d\d|(?:\.\d\d)? ?[ap]m\b)/.test(after);
  const isAfterAt = separator === '.' && /\b(?:at|from|until|till) $/.test(before) && !readUnit(after);
  const isTime = separator === ':' || isClock + half !== '' || isRange || isAfterAt;
  if (!isTime || hour > 24 || minute > 59) return undefined;
  // Without am or pm, "6 o'clock" can be both.
  const isRough = half === '' && hour <= 12 && (separator === '' || isClock !== '' || isRange);
  const hours = isRough ? [hour, hour + 12] : [half === '' ? hour : (hour % 12) + (half === 'pm' ? 12 : 0)];
  return [
    hours.map((one) => `time ${(one * 60 + minute) % 1440}`),
    ...(zone === '' ? [] : [[`zone${zone}`]]),
  ];
}
