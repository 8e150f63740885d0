import { isoDay, isRealDay } from '#lib/content/local-time.ts';

/** Names of months, long and short, in the languages of many sites. Those that mean two months are left out. */
const months = namesOfMonths(['en', 'de', 'fr', 'es', 'it', 'nl', 'pt']);

function namesOfMonths(languages: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const language of languages)
    for (const style of ['long', 'short'] as const)
      for (let month = 1; month <= 12; month += 1) {
        const format = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' });
        const name = format
          .format(Date.UTC(2024, month - 1, 1))
          .toLowerCase()
          .replace('.', '');
        found.set(name, (found.get(name) ?? month) === month ? month : 0);
      }
  return found;
}

const time =
  /(?:[T, ]\s?|\bat\s)(\d{1,2}:\d{2})(?::\d{2}(?:[.,]\d{1,9})?)?\s?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?(?:\s\([\w ]{1,40}\))?$/i;

/**
 * Reads a date that can mean one day only: ISO 8601, RFC 2822, with the name of the month, or as Unix time.
 * @returns as in front matter: `2027-01-11`, `2027-01-11 09:00` or `2027-01-11T09:00+01:00`; undefined for `03/04/2027`
 */
export function readDate(value: string): string | undefined {
  const text = value.replaceAll(/\s+/g, ' ').trim().slice(0, 100);
  if (/^(?:\d{10}|\d{13})$/.test(text)) return readUnix(Number(text.slice(0, 10)));
  const [clock, hours = '', zone = ''] = time.exec(text) ?? [''];
  const day = readDay(text.slice(0, text.length - clock.length));
  if (day === undefined || !isRealDay(day)) return undefined;
  if (hours === '') return day;
  const shown = hours.padStart(5, '0');
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(shown)) return undefined;
  if (zone === '') return `${day} ${shown}`;
  const [, sign = '', hour = '', minute = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return `${day}T${shown}${sign === '' ? 'Z' : `${sign}${hour}:${minute}`}`;
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
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text);
  if (numbers) return readOrder(Number(numbers[1]), Number(numbers[2]), numbers[3] ?? '');
  const words = text.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];
  const month = words.map((word) => months.get(word) ?? 0).find((found) => found > 0);
  const [day, ...others] = words.filter((word) => /^\d{1,2}$/.test(word));
  const [named, ...years] = words.filter((word) => /^\d{4}$/.test(word));
  const isClear = others.length === 0 && years.length === 0 && words.length <= 8;
  return isClear && month !== undefined && day !== undefined && named !== undefined
    ? toDay(named, month, Number(day))
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
