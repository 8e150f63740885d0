import type { Day } from './terms.ts';

/** A day and the time on the institute's clocks, `2027-02-06 10:00`. Times of one zone compare as strings. */
export type LocalTime = string;

export function dayOf(time: LocalTime): Day {
  return time.slice(0, 10);
}

/** `10:00` */
export function clockOf(time: LocalTime): string {
  return time.slice(11);
}

/** The time with its offset from UTC, ISO 8601: `2027-02-06T10:00:00+00:00`. */
export function withOffset(timeZone: string, time: LocalTime): string {
  const local = `${time.replace(' ', 'T')}:00`;
  // The first offset is that of the same time in UTC, which a change of the clocks may separate from this one.
  const first = offsetAt(timeZone, new Date(`${local}Z`));
  return local + offsetAt(timeZone, new Date(local + first));
}

/** `+01:00` */
function offsetAt(timeZone: string, instant: Date): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return name.slice('GMT'.length) || '+00:00';
}
