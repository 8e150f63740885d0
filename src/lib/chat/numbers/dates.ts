import { createReading, type Reading, type FoundNumber } from './number-types.ts';
import type { Span, Token } from './number-tokens.ts';
import { readNumeral, readRoman } from './numerals.ts';

type Found = Span & { numbers: FoundNumber[] };

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/;
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const weekdayName = /^(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:days?)?$/;
const rangeWords = /^(?:to|and|or|until|-|–|—|,)$/;
const partWords = /^(?:mid|early|late|end|beginning|start|middle)$/;
/** Words before "May" and "March" that show that a month is meant: both are also verbs. */
const beforeMonth =
  /^(?:in|of|mid|early|late|until|till|by|from|since|to|and|or|during|this|next|last|every|each|before|after|-|–)$/;

/** Reads a date, a month or a weekday. */
export function readDate(tokens: readonly Token[], at: number): Found | undefined {
  return (
    readNumericDate(tokens, at) ??
    readDayMonth(tokens, at) ??
    readMonth(tokens, at) ??
    readWeekdays(tokens, at)
  );
}

export function monthAt(tokens: readonly Token[], at: number): number {
  const token = tokens[at];
  if (token?.kind !== 'word' || !monthName.test(token.word) || token.text === token.word) return 0;
  return months.indexOf(token.word.slice(0, 3)) + 1;
}

/** Returns the number of a weekday, from 0 for Sunday, or -1 if the token is not a weekday. */
export function weekdayAt(tokens: readonly Token[], at: number): number {
  const token = tokens[at];
  if (!token || token.text === token.word || !weekdayName.test(token.word)) return -1;
  return weekdays.indexOf(token.word.slice(0, 3));
}

/** Reads `2027-03-12`, `12/03/2027`, `12.3.27`. If both orders are possible, assumes that the day comes first. */
function readNumericDate(tokens: readonly Token[], at: number): Found | undefined {
  const first = tokens[at];
  if (first?.kind !== 'number') return undefined;
  let [text, end] = [first.text, at + 1];
  for (; end < at + 5; end += 1) {
    const token = tokens[end];
    if (!token?.isAttached || !/^[\d/-]/.test(token.text)) break;
    text += token.text;
  }
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/.exec(text) ?? [];
  if (isoYear) return found(text, [dateReading(Number(isoDay), Number(isoMonth), Number(isoYear))], end);
  const [, one, other, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(text) ?? [];
  if (!one || !other || !year) return undefined;
  const fullYear = Number(year) + (year.length === 2 ? 2000 : 0);
  const isMonthFirst = Number(other) > 12;
  const [day, month] = isMonthFirst ? [Number(other), Number(one)] : [Number(one), Number(other)];
  return found(text, [dateReading(day, month, fullYear)], end);
}

/**
 * Reads "12 March 2027", "the third of March", "12 to 14 March", "March 12, 2027", each with or without a weekday
 * before it.
 */
function readDayMonth(tokens: readonly Token[], at: number): Found | undefined {
  const weekday = weekdayAt(tokens, at);
  let start = weekday >= 0 ? skip(tokens, skip(tokens, at + 1, ','), 'the') : at;
  let month = monthAt(tokens, start);
  const isMonthFirst = month > 0;
  if (isMonthFirst) start = skip(tokens, skip(tokens, start + 1, '.'), 'the');
  const list = readDays(tokens, start);
  if (!list) return undefined;
  let end = list.end;
  if (!isMonthFirst) {
    const at = skip(tokens, end, 'of');
    month = monthAt(tokens, at);
    end = skip(tokens, at + 1, '.');
  }
  if (month === 0) return undefined;
  const year = readYear(tokens, end);
  const readings = list.days.map((day) => dateReading(day, month, year?.value));
  const last = readings.at(-1);
  const isWrong = weekday >= 0 && year && last && weekdayOf(last.value) !== weekday;
  if (isWrong) readings.push(createReading('unread', `weekday of ${last.value}`));
  else if (weekday >= 0 && !year) readings.push(createReading('weekday', String(weekday)));
  return found(joinTokens(tokens, at, year?.end ?? end), readings, year?.end ?? end);
}

/** Reads days of a month with words and marks between them: "12", "the twelfth and 13th", "XII". */
function readDays(tokens: readonly Token[], at: number): (Span & { days: number[] }) | undefined {
  const days: number[] = [];
  let end = at;
  for (let next = at; days.length < 6; next = skip(tokens, skip(tokens, next + 1, 'and'), 'the')) {
    const token = tokens[next];
    if (!token) break;
    const numeral = readNumeral(tokens, next);
    const day = numeral?.form === 'fraction' ? undefined : (numeral?.values[0] ?? readRoman(token));
    if (day === undefined || day < 1 || day > 31 || !Number.isInteger(day)) break;
    days.push(day);
    end = numeral?.end ?? next + 1;
    next = end;
    if (!rangeWords.test(tokens[next]?.word ?? '')) break;
  }
  return days.length > 0 ? { days, end } : undefined;
}

/** Reads "March 2027", "mid-March" and "March". */
function readMonth(tokens: readonly Token[], at: number): Found | undefined {
  const month = monthAt(tokens, at);
  if (month === 0) return undefined;
  const before = tokens[at - 1];
  const year = readYear(tokens, at + 1);
  const isVerb = /^(?:may|mar(?:ch)?)$/.test(tokens[at]?.word ?? '') && !beforeMonth.test(before?.word ?? '');
  if (isVerb && !year) return undefined;
  const two = String(month).padStart(2, '0');
  const readings = [createReading('month', year ? `${year.value}-${two}` : two)];
  const word = tokens[before && /^(?:-|of)$/.test(before.word) ? at - 2 : at - 1]?.word ?? '';
  if (partWords.test(word)) readings.push(createReading('month-part', `${two}:${word}`));
  return found(joinTokens(tokens, at, year?.end ?? at + 1), readings, year?.end ?? at + 1);
}

/** The parts of a month that a day belongs to. They overlap, because usage differs. */
export function partsOfMonth(day: number): string[] {
  return [
    ...(day <= 7 ? ['beginning', 'start'] : []),
    ...(day <= 12 ? ['early'] : []),
    ...(day >= 9 && day <= 22 ? ['mid', 'middle'] : []),
    ...(day >= 19 ? ['late'] : []),
    ...(day >= 25 ? ['end'] : []),
  ];
}

/** Reads "Monday", "Mondays", "Monday to Friday", "weekdays" and "weekends". */
function readWeekdays(tokens: readonly Token[], at: number): Found | undefined {
  const word = tokens[at]?.word ?? '';
  const day = weekdayAt(tokens, at);
  let [days, end] = [day >= 0 ? [day] : [], at + 1];
  if (/^weekdays?$/.test(word)) days = [1, 2, 3, 4, 5];
  else if (/^weekends?$/.test(word)) days = [6, 0];
  const last = weekdayAt(tokens, at + 2);
  if (day >= 0 && last >= 0 && /^(?:to|until|-|–)$/.test(tokens[at + 1]?.word ?? '')) {
    end = at + 3;
    days = Array.from({ length: ((last - day + 7) % 7) + 1 }, (_, index) => (day + index) % 7);
  }
  if (days.length === 0) return undefined;
  return found(
    joinTokens(tokens, at, end),
    days.map((one) => createReading('weekday', String(one))),
    end,
  );
}

function readYear(tokens: readonly Token[], at: number): (Span & { value: number }) | undefined {
  const numeral = readNumeral(tokens, skip(tokens, at, ','));
  const value = numeral?.form === 'cardinal' ? (numeral.values[0] ?? 0) : 0;
  return numeral && value >= 1000 && value < 3000 && Number.isInteger(value)
    ? { value, end: numeral.end }
    : undefined;
}

function dateReading(day: number, month: number, year?: number): Reading {
  const [two, dayText] = [String(month).padStart(2, '0'), String(day).padStart(2, '0')];
  return createReading('date', year === undefined ? `${two}-${dayText}` : `${year}-${two}-${dayText}`);
}

/** @param date such as `2027-03-12` */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

function skip(tokens: readonly Token[], at: number, word: string): number {
  return tokens[at]?.word === word ? at + 1 : at;
}

export function joinTokens(tokens: readonly Token[], from: number, end: number): string {
  return tokens
    .slice(from, end)
    .map(({ text, isAttached }, index) => (isAttached || index === 0 ? text : ` ${text}`))
    .join('');
}

function found(text: string, readings: Reading[], end: number): Found {
  return { numbers: [{ text, alternatives: [readings] }], end };
}
