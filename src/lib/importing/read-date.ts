import { isoDay, isRealDay } from '#lib/content/local-time.ts';

/** Names of months, long and short, in the languages of many sites. Those that mean two months are left out. */
const months = namesOfMonths('en de fr es it nl pt sv da nb fi pl cs ru uk el tr'.split(' '));

function namesOfMonths(languages: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  const addName = (month: number, format: Intl.DateTimeFormat) => {
    const parts = format.formatToParts(Date.UTC(2024, month - 1, 1));
    const name = (parts.find(({ type }) => type === 'month')?.value ?? '').toLowerCase().replace('.', '');
    if (/^\p{L}/u.test(name)) found.set(name, (found.get(name) ?? month) === month ? month : 0);
  };
  for (const language of languages)
    for (const style of ['long', 'short'] as const)
      // Some languages have another form of the name after a day.
      for (const day of [undefined, 'numeric'] as const) {
        const format = new Intl.DateTimeFormat(language, { month: style, day, timeZone: 'UTC' });
        for (let month = 1; month <= 12; month += 1) addName(month, format);
      }
  return found;
}

const time =
  /(?:[T, ]\s?|\bat\s)(\d{1,2}:\d{2})(?::\d{2}(?:[.,]\d{1,9})?)?\s?([ap]\.?m\.?)?\s?(Z|(?:UTC|GMT)(?![+-])|(?:UTC|GMT)?[+-]\d{2}(?::?\d{2})?)?(?:\s\([\w ]{1,40}\))?$/i;

/**
 * Reads a date that can mean one day only: ISO 8601, RFC 2822, with the name of the month, or as Unix time.
 * @returns as in front matter: `2027-01-11`, `2027-01-11 09:00` or `2027-01-11T09:00+01:00`; undefined for `03/04/2027`
 */
export function readDate(value: string): string | undefined {
  const text = value.replaceAll(/\s+/g, ' ').trim().slice(0, 100);
  if (/^(?:\d{10}|\d{13})$/.test(text)) return readUnix(Number(text.slice(0, 10)));
  const [clock, hours = '', half = '', zone = ''] = time.exec(text) ?? [''];
  const day = readDay(text.slice(0, text.length - clock.length));
  if (day === undefined || !isRealDay(day)) return undefined;
  if (hours === '') return day;
  const shown = toClock(hours, half.toLowerCase());
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(shown)) return undefined;
  if (zone === '') return `${day} ${shown}`;
  const [, sign = '', hour = '', minute = '00'] = /([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return `${day}T${shown}${sign === '' ? 'Z' : `${sign}${hour}:${minute}`}`;
}

/** `21:30` of `9:30` with `pm`. */
function toClock(hours: string, half: string): string {
  const [hour = '', minute = ''] = hours.split(':');
  if (half === '') return hours.padStart(5, '0');
  if (Number(hour) < 1 || Number(hour) > 12) return '';
  return `${String((Number(hour) % 12) + (half.startsWith('p') ? 12 : 0)).padStart(2, '0')}:${minute}`;
}

function readUnix(seconds: number): string | undefined {
  const moment = new Date(seconds * 1_000).toISOString();
  return `${isoDay(new Date(moment))}T${moment.slice(11, 16)}Z`;
}

function readDay(text: string): string | undefined {
  const [, year, first, second] =
    /^(\d{4})([-/.]\d{1,2})([-/.]\d{1,2})$/.exec(text) ?? /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (year !== undefined)
    return toDay(year, Number(first?.replace(/\D/, '')), Number(second?.replace(/\D/, '')));
  const named = /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]$/.exec(text);
  if (named) return toDay(named[1] ?? '', Number(named[2]), Number(named[3]));
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text);
  if (numbers) return readOrder(Number(numbers[1]), Number(numbers[2]), numbers[3] ?? '');
  const words = text.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];
  const month = words.map((word) => months.get(word) ?? 0).find((found) => found > 0);
  const [day, ...others] = words.filter((word) => /^\d{1,2}$/.test(word));
  const [whole, ...years] = words.filter((word) => /^\d{4}$/.test(word));
  const isClear = others.length === 0 && years.length === 0 && words.length <= 8;
  return isClear && month !== undefined && day !== undefined && whole !== undefined
    ? toDay(whole, month, Number(day))
    : undefined;
}

/** Some write the day first and others the month. */
function readOrder(first: number, second: number, year: string): string | undefined {
  if (first > 12) return toDay(year, second, first);
  return second > 12 || first === second ? toDay(year, first, second) : undefined;
}

function toDay(year: string, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
