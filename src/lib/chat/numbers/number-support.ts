import { partsOfMonth, weekdayOf } from './dates.ts';
import { createReading, type Reading, type StatedNumber } from './number-types.ts';
import { readSentences } from './number-reader.ts';
import { readCells, type Cell } from './tables.ts';

/** Checks numbers against those in a set of texts. */
export type NumberSupport = { supports(number: StatedNumber): boolean };

/** `rates` are those of the sentence. `isAnyUnit`: the number fills a cell of a table that names no unit. */
type Stated = { reading: Reading; rates: ReadonlySet<string>; isAnyUnit: boolean };

const minPhoneDigits = 6;
const maxCountryCode = 3;

/**
 * Indexes the numbers in the texts, in all forms in which another text may write them.
 * @param calendar a text whose numbers are indexed too, except weekdays
 */
export function createNumberSupport(texts: readonly string[], calendar = ''): NumberSupport {
  const index = new Map<string, Stated[]>();
  const add = (stated: Stated) => {
    const key = keyOf(stated.reading);
    const list = index.get(key);
    if (list) list.push(stated);
    else index.set(key, [stated]);
  };
  for (const text of texts)
    for (const cell of readCells(text)) for (const stated of statedIn(cell)) add(stated);
  for (const cell of readCells(calendar))
    for (const stated of statedIn(cell)) if (stated.reading.kind !== 'weekday') add(stated);
  const phones = [...index.keys()].flatMap((key) => (key.startsWith('phone:') ? key.slice(6) : []));

  function isStated(reading: Reading, own: StatedNumber): boolean {
    if (reading.kind === 'phone') return phones.some((phone) => isSamePhone(phone, reading.value));
    const found = index.get(keyOf(reading)) ?? [];
    if (reading.kind === 'quantity') return found.some((stated) => agrees(reading, stated, own));
    if (found.length > 0) return true;
    // The year may be elsewhere in the text.
    const [, year = '', day = ''] = /^(\d{4})-(\d{2}-\d{2})$/.exec(reading.value) ?? [];
    return reading.kind === 'date' && index.has(`undated:${day}`) && index.has(`quantity:${Number(year)}`);
  }

  return {
    supports: (number) =>
      number.alternatives.some((readings) => readings.every((reading) => isStated(reading, number))),
  };
}

function keyOf({ kind, value }: Reading): string {
  return `${kind}:${value}`;
}

function statedIn({ text, units, rates: around, isBare }: Cell): Stated[] {
  return readSentences(text).flatMap((sentence) => {
    const rates = new Set([...sentence.rates, ...around]);
    const readings = sentence.numbers
      .flatMap(({ alternatives }) => alternatives.flat())
      .flatMap((reading) => [
        reading,
        ...impliedBy(reading),
        ...withUnits(reading, isBare ? units : sentence.units),
      ]);
    const all = [...readings, ...[...rates].map((rate) => createReading('rate', rate))];
    return all.map((reading) => ({ reading, rates, isAnyUnit: isBare && units.length === 0 }));
  });
}

function withUnits(reading: Reading, units: Cell['units']): Reading[] {
  if (reading.kind !== 'quantity' || reading.unit !== '' || reading.noun !== '') return [];
  return units.map(({ unit, factor, isCurrency = false }) => {
    const value = String(Number((Number(reading.value) * factor).toPrecision(9)));
    return { ...reading, value, unit, isCurrency };
  });
}

/** Returns what a date implies: its month, its weekday, its year, and the date without the year. */
function impliedBy({ kind, value }: Reading): Reading[] {
  const [, year, month = '', day] = /^(?:(\d{4})-)?(\d{2})(?:-(\d{2}))?$/.exec(value) ?? [];
  if (kind !== 'date' && kind !== 'month') return [];
  const readings = [createReading('month', month)];
  if (year) readings.push(createReading('month', `${year}-${month}`), createReading('quantity', year));
  if (!day) return readings;
  readings.push(createReading('day', String(Number(day))));
  for (const part of partsOfMonth(Number(day)))
    readings.push(createReading('month-part', `${month}:${part}`));
  if (!year) return [...readings, createReading('undated', value)];
  const weekday = createReading('weekday', String(weekdayOf(value)));
  return [...readings, createReading('date', `${month}-${day}`), weekday];
}

const neverEach = new Set(['hour', 'day', 'week', 'month', 'term', 'year', 'credit']);

/** Whether unit, rate and negation match those in the text. The lookup in the index has compared the values. */
function agrees(reading: Reading, { reading: stated, rates, isAnyUnit }: Stated, own: StatedNumber): boolean {
  if (reading.isNegated !== stated.isNegated) return false;
  const isFor = (rate: string) => stated.rate === rate || rates.has(rate);
  // "£7 each" does not name what is priced.
  const rate = reading.rate === 'each' ? '' : reading.rate;
  if (rate !== '' && !isFor(rate)) return false;
  // "each" can refer to the person or thing in the passage, but not to a unit of time or a credit.
  const isEach = own.rates.has('each') && !neverEach.has(stated.rate);
  const repeatsRate = stated.rate === '' || own.rates.has(stated.rate) || isEach;
  if (rate === '' && !repeatsRate) return false;
  if (rate === '' && reading.isCurrency && !own.periods.every(isFor)) return false;
  return isAnyUnit || hasUnit(reading, stated);
}

function hasUnit({ unit, noun }: Reading, stated: Reading): boolean {
  if (unit === '#') return stated.unit.startsWith('#');
  if (unit !== '') return unit === stated.unit;
  if (stated.isCurrency || /^(?:%|#|#weekday\d)$/.test(stated.unit)) return false;
  return noun === '' || stated.unit === '' || stated.unit.startsWith('#');
}

/** Whether two telephone numbers are the same. One may lack the country code or the area code. */
function isSamePhone(one: string, other: string): boolean {
  const [longer, shorter] = one.length >= other.length ? [one, other] : [other, one];
  if (longer === shorter) return true;
  if (shorter.startsWith('+') || shorter.length < minPhoneDigits || !longer.endsWith(shorter)) return false;
  return longer.startsWith('+') ? longer.length - shorter.length - 1 <= maxCountryCode : true;
}
