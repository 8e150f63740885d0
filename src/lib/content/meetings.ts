import type { Offering } from './course.ts';
import type { LocalTime } from './local-time.ts';
import { addDays, type Day, type Term } from './terms.ts';

type Run = Pick<Offering, 'times' | 'starts' | 'ends'>;

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

type Meeting = {
  starts: LocalTime;
  ends: LocalTime;
  /** The week of the term, and the entry in `times`, from 1. The same for a meeting that moves within its week. */
  week: number;
  slot: number;
};

/** Each meeting of an offering in a term, in order. */
export function listMeetings({ times, starts, ends }: Run, term: Pick<Term, 'starts' | 'ends'>): Meeting[] {
  const last = ends ?? term.ends;
  const meetings = times.flatMap(({ day, from, to }, index) => {
    const days: Day[] = [];
    for (let each = firstOn(day, starts ?? term.starts); each <= last; each = addDays(each, 7))
      days.push(each);
    return days.map((each) => ({
      starts: `${each} ${from}`,
      ends: `${each} ${to}`,
      week: weekOf(each, term.starts),
      slot: index + 1,
    }));
  });
  return meetings.toSorted((a, b) => a.starts.localeCompare(b.starts));
}

function weekOf(day: Day, first: Day): number {
  return Math.floor((Date.parse(day) - Date.parse(first)) / (7 * 86_400_000)) + 1;
}

function firstOn(name: string, from: Day): Day {
  const weekday = new Date(`${from}T00:00:00Z`).getUTCDay();
  return addDays(from, (weekdays.indexOf(name) - weekday + 7) % 7);
}

/**
 * The current term and those of the next 365 days in which an offering takes place.
 * @param name a season or the id of a term
 */
export function termsOfOffering(name: string, terms: readonly Term[], today: Day): Term[] {
  const latest = addDays(today, 365);
  return terms.filter(
    ({ id, season, starts, ends }) => (id === name || season === name) && ends >= today && starts <= latest,
  );
}
