import { startOfDay, type Day } from './terms.ts';

/** A day and time in the institute's time zone: `2027-02-06 10:00`. Compares as a string. */
export type LocalTime = string;

export function dayOf(time: LocalTime): Day {
  return time.slice(0, 10);
}

/** `10:00` */
export function clockOf(time: LocalTime): string {
  return time.slice(11);
}

/** ISO 8601 with the offset from UTC: `2027-02-06T10:00:00+00:00`. */
export function withOffset(timeZone: string, time: LocalTime): string {
  const local = `${time.replace(' ', 'T')}:00`;
  // The offset at the same clock time in UTC, which is wrong if the clocks change between the two moments.
  const first = offsetAt(timeZone, new Date(`${local}Z`));
  return local + offsetAt(timeZone, new Date(local + first));
}

/** False for a local time that clocks skip, when they go forward or on a day that a country left out. */
export function isShownByClocks(timeZone: string, time: LocalTime): boolean {
  const moment = withOffset(timeZone, time);
  return moment.endsWith(offsetAt(timeZone, new Date(moment)));
}

/**
 * The moment of a day (its first moment in `timeZone`), of a local time (`2027-01-11 09:00`) or of a time with its
 * offset (`2027-01-11T09:00+01:00`). The YAML parser turns days into `Date` objects.
 */
export function momentOf(value: unknown, timeZone: string): Date | undefined {
  const text = value instanceof Date ? isoDay(value) : value;
  const [, day, clock, offset] = (typeof text === 'string' && momentPattern.exec(text)) || [];
  if (day === undefined || !isRealDay(day)) return undefined;
  if (clock === undefined) return new Date(startOfDay(timeZone, day));
  return new Date(
    offset === undefined ? withOffset(timeZone, `${day} ${clock}`) : `${day}T${clock}${offset}`,
  );
}

const momentPattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::00)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?)?$/;

/** False for 2027-02-30, which `Date` reads as 2 March, and outside of 1900 to 2999: 0202-01-11 is a half-typed year. */
export function isRealDay(day: string): boolean {
  if (!/^(?:19|2\d)/.test(day)) return false;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && isoDay(date) === day;
}

/** The day in UTC. */
export function isoDay(date: Date): Day {
  return date.toISOString().slice(0, 10);
}

/** Cached, because creating a format takes almost a millisecond. */
const offsetFormats = new Map<string, Intl.DateTimeFormat>();

/** `+01:00`, without the seconds that offsets had in the 19th century: `Date` cannot read them. */
function offsetAt(timeZone: string, instant: Date): string {
  const format =
    offsetFormats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  offsetFormats.set(timeZone, format);
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return name.slice('GMT'.length, 'GMT+01:00'.length) || '+00:00';
}
