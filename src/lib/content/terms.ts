/** A calendar day: `2027-01-11`. Compares as a string. */
export type Day = string;

/** A moment, and the time zone that decides on which day it is. */
export type Clock = { now: Date; timeZone: string };

/** A teaching term. Registration includes its first and its last day. */
export type Term = {
  /** The id in forms and addresses: `2027-spring`. */
  id: string;
  /** The season, as in offerings: `spring`. */
  season: string;
  /** `Spring 2027` */
  title: string;
  starts: Day;
  ends: Day;
  registrationOpens: Day;
  registrationCloses: Day;
};

/** Cached, because creating a format takes almost a millisecond. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The day in `timeZone` at `instant`. */
export function dayIn(timeZone: string, instant: Date): Day {
  const format =
    dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  dayFormats.set(timeZone, format);
  return format.format(instant);
}

export function isRegistrationOpen(term: Term, today: Day): boolean {
  return term.registrationOpens <= today && today <= term.registrationCloses;
}

/** The term with an id, or the next term of a season that is still open for registration. */
export function findTerm(name: string, terms: readonly Term[], today: Day): Term | undefined {
  return (
    terms.find((term) => term.id === name) ??
    terms.find((term) => term.season === name && today <= term.registrationCloses)
  );
}

/** The next term with courses on offer that people can still register for, or will be able to. */
export function findNextTerm(
  terms: readonly Term[],
  { today, onOffer }: { today: Day; onOffer: ReadonlySet<string> },
): Term | undefined {
  return terms
    .filter(({ id, registrationCloses }) => onOffer.has(id) && today <= registrationCloses)
    .toSorted((a, b) => a.starts.localeCompare(b.starts))[0];
}

export function addDays(day: Day, count: number): Day {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + count);
  return moment.toISOString().slice(0, 10);
}

/** The number of weeks from the first to the last day, rounded up. */
export function countWeeks(starts: Day, ends: Day): number {
  const days = (Date.parse(ends) - Date.parse(starts)) / 86_400_000 + 1;
  return Math.max(1, Math.ceil(days / 7));
}

/** The first such weekday on or after a day. @param weekday 0 is Sunday */
export function firstWeekdayFrom(day: Day, weekday: number): Day {
  const own = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, (weekday - own + 7) % 7);
}

/** The first moment of a day in `timeZone`, in UTC milliseconds. If the zone skips the day, that of the next day. */
export function startOfDay(timeZone: string, day: Day): number {
  const quarter = 900_000;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Offsets are between -12 and +14 hours, in steps of 15 minutes. Some zones have days without midnight.
  let [low, high] = [-14 * 4, 12 * 4];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (dayIn(timeZone, new Date(midnight + middle * quarter)) < day) low = middle + 1;
    else high = middle;
  }
  return midnight + low * quarter;
}
