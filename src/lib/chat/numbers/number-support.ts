import { impliedByDate } from './dates.ts';
import { isPeriod, readNumbers, type StatedNumber } from './number-reader.ts';
import { isCurrency, unitWords } from './units.ts';

/** Checks numbers against those in a set of texts. */
export type NumberSupport = { supports(number: StatedNumber): boolean };

const anyUnit = new RegExp(`(?<!\\p{L})${unitWords}`, 'giu');

/**
 * Indexes the numbers in the texts, in all forms in which another text may write them.
 * @param calendar a text whose numbers are indexed too, except weekdays
 */
export function createNumberSupport(texts: readonly string[], calendar = ''): NumberSupport {
  const stated = texts.flatMap((text) => withReadings(readNumbers(withHeadings(text))));
  const dated = withReadings(readNumbers(calendar)).filter(({ key }) => !key.startsWith('weekday'));
  const index = Map.groupBy([...stated, ...dated], ({ key }) => key);

  function isStated(key: string, number: StatedNumber): boolean {
    if (index.get(key)?.some((one) => hasSameRate(number, one.number))) return true;
    if (key.startsWith('phone +')) return [8, 9, 10].some((from) => index.has(`phone ${key.slice(from)}`));
    // The year may be elsewhere in the text.
    const [, year = '', day = ''] = /^date (\d{4})-(\d\d-\d\d)$/.exec(key) ?? [];
    return index.has(`undated ${day}`) && index.has(`number ${year}`);
  }

  return { supports: (number) => number.keys.some((key) => isStated(key, number)) };
}

function withReadings(numbers: readonly StatedNumber[]) {
  return numbers.flatMap((number) =>
    number.keys.flatMap((key) => [key, ...impliedBy(key)]).map((key) => ({ key, number })),
  );
}

/** Adds the column's heading and the row's first cell to the cells of tables. The first row is the heading. */
function withHeadings(text: string): string {
  let headings: string[] = [];
  const lines = text.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    if (cells.length !== headings.length) headings = cells;
    if (cells.length === 1) return cells;
    return cells.flatMap((cell, column) =>
      describe(cell, [headings[column], cells[0]].filter((name) => name !== cell).join(', ')),
    );
  });
  return lines.join('\n');
}

/** A bare number takes the units of its heading: `200 hours`. */
function describe(cell: string, heading: string): string[] {
  const units = /^\d[\d.,]{0,15}$/.test(cell) ? (heading.match(anyUnit) ?? []) : [];
  return [`${cell}: ${heading}`, ...units.map((unit) => `${cell} ${unit}`)];
}

/** Other readings of a number: without its unit, and those that a date implies. */
function impliedBy(key: string): string[] {
  const [, not = '', unit = '', value = ''] = /^(not )?(.+) (\S+)$/.exec(key) ?? [];
  if (unit === 'date' || unit === 'in') return impliedByDate(value);
  if (unit === 'on') return [`weekday ${value[0]}`];
  if (unit === 'phone')
    return value.startsWith('+') ? [2, 3, 4].map((from) => `local ${value.slice(from)}`) : [];
  if (unit === 'number') return [`${not}noun ${value}`];
  const hasOwnMeaning = isCurrency(unit) || /^(?:%|th|day|weekday|#\w+day|time|code|unread)$/.test(unit);
  return hasOwnMeaning
    ? []
    : [`${not}number ${value}`, ...(unit.startsWith('#') ? [`${not}noun ${value}`] : [])];
}

/** Whether both amounts are for the same, as in "£36 a credit". */
function hasSameRate({ keys, rate, rates, periods }: StatedNumber, stated: StatedNumber): boolean {
  const separate = isCurrency(keys[0] ?? '') ? periods : [];
  const needed = rate === '' || rate === 'each' ? separate : [rate];
  const isForEach = rates.has('each') && !isPeriod(stated.rate);
  return (isForEach || rates.has(stated.rate)) && needed.every((one) => stated.rates.has(one));
}
