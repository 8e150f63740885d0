/** A calendar day, `2027-01-11`. Days compare as strings. */
export type Day = string;

/** A teaching term. Registration is open on both of its days and on every day between. */
export type Term = {
  /** What forms and addresses carry: `2027-spring`. */
  id: string;
  /** The part of the year that comes again, as offerings name it: `spring`. */
  season: string;
  /** `Spring 2027` */
  title: string;
  starts: Day;
  ends: Day;
  registrationOpens: Day;
  registrationCloses: Day;
};

/** The day it is at `instant` for people in `timeZone`. */
export function dayIn(timeZone: string, instant: Date): Day {
  let format = dayFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
    dayFormats.set(timeZone, format);
  }
  return format.format(instant);
}

/** Making one takes the better part of a millisecond. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

export function isRegistrationOpen(term: Term, today: Day): boolean {
  return term.registrationOpens <= today && today <= term.registrationCloses;
}

/**
 * The term that an offering means: an id names one term, a season the next one that can still be joined.
 * Undefined when there is no such term.
 */
export function findTerm(name: string, terms: readonly Term[], today: Day): Term | undefined {
  return (
    terms.find((term) => term.id === name) ??
    terms.find((term) => term.season === name && today <= term.registrationCloses)
  );
}

/** `count` days after `day`. */
export function addDays(day: Day, count: number): Day {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + count);
  return moment.toISOString().slice(0, 10);
}

/** The first Monday on or after `day`. */
export function mondayFrom(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, (8 - weekday) % 7);
}

/** The first moment of `day` for people in `timeZone`, in UTC milliseconds. */
export function startOfDay(timeZone: string, day: Day): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // No zone is further from UTC than this, and offsets are whole quarters of an hour.
  for (let hours = -14; hours <= 12; hours += 0.25) {
    const moment = midnight + hours * 3_600_000;
    if (dayIn(timeZone, new Date(moment)) === day) return moment;
  }
  return midnight;
}
