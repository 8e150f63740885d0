import { impliedByDate } from './dates.ts';
import { readNumbers, type StatedNumber } from './number-reader.ts';
import { unitWords } from './units.ts';

const anyUnit = new RegExp(`(?<!\\p{L})${unitWords}`, 'giu');

/** Returns a function that checks whether a text states a number, in any form in which another text may write it. */
export function createNumberSupport(text: string): (number: StatedNumber) => boolean {
  const keys = readNumbers(withHeadings(text)).flat();
  const stated = new Set(keys.flatMap((key) => [key, ...impliedBy(key)]));
  return (number) => number.some((key) => stated.has(key));
}

/** Adds the column's heading and the row's first cell to the cells of tables: `200 hours`. The first row is the heading. */
function withHeadings(text: string): string {
  const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const lines = rows.flatMap((cells) => {
    if (cells.length === 1) return cells;
    const headings = rows.find(({ length }) => length === cells.length) ?? [];
    return cells.flatMap((cell, column) => {
      const heading = [headings[column], cells[0]].filter((name) => name !== cell).join(', ');
      const units = /^\d[\d.,]{0,15}$/.test(cell) ? (heading.match(anyUnit) ?? []) : [];
      return [`${cell}: ${heading}`, ...units.map((unit) => `${cell} ${unit}`)];
    });
  });
  return lines.join('\n');
}

/** Other readings of a number: without its unit, and those that a date implies. */
function impliedBy(key: string): string[] {
  const [, not = '', unit = '', value = ''] = /^(not )?(.+) (\S+)$/.exec(key) ?? [];
  if (unit === 'date' || unit === 'in') return impliedByDate(value);
  // A country code has one to three digits.
  if (unit === 'phone') return [2, 3, 4].map((from) => `phone ${value.slice(from)}`);
  if (unit === 'number') return [`${not}noun ${value}`];
  const hasOwnMeaning = /\p{Lu}{3}|\p{Sc}|^(?:%|th|day|weekday|#\w+day|time|code|unread)$/u.test(unit);
  return hasOwnMeaning ? [] : [`${not}number ${value}`];
}
