import { plural } from '#lib/i18n/format.ts';

/** Free seats and waiting lists. Also used by a client script. */
export function seatsText({ free, waiting = 0 }: { free: number; waiting?: number }): string {
  if (free > 0) return plural(free, { one: '1 seat free', other: `${free} seats free` });
  return waiting === 0 ? 'Full: waiting list' : `Full: ${waiting} on the waiting list`;
}
