import type { Day } from './terms.ts';

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
  // The offset of the same time in UTC. It is wrong if the clocks change between the two.
  const first = offsetAt(timeZone, new Date(`${local}Z`));
  return local + offsetAt(timeZone, new Date(local + first));
}

/** `+01:00` */
function offsetAt(timeZone: string, instant: Date): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return name.slice('GMT'.length) || '+00:00';
}
