import { dayOf, type LocalTime } from './local-time.ts';
import type { Day, Term } from './terms.ts';

type NextDate = { day: Day; what: string; path: string };
/** `key` tells the dates of a term apart. */
export type TermDate = NextDate & {
  term: string;
  key: 'registration-opens' | 'registration-closes' | 'starts' | 'ends';
};

/** The next dates of registration and teaching, from today on. */
export function nextTermDates(terms: readonly Term[], today: Day): TermDate[] {
  return terms
    .flatMap<TermDate>(({ id: term, title, registrationOpens, registrationCloses, starts, ends }) => [
      {
        term,
        key: 'registration-opens',
        day: registrationOpens,
        what: `Registration for ${title} opens`,
        path: '/admissions',
      },
      {
        term,
        key: 'registration-closes',
        day: registrationCloses,
        what: `Last day to register for ${title}`,
        path: '/register',
      },
      { term, key: 'starts', day: starts, what: `Teaching for ${title} starts`, path: '/courses' },
      { term, key: 'ends', day: ends, what: `Teaching for ${title} ends`, path: '/courses' },
    ])
    .filter(({ day }) => day >= today)
    .toSorted((a, b) => a.day.localeCompare(b.day));
}

type DatedEvent = { path: string; data: { title: string; starts: LocalTime } };

/** The next dates of terms, and events. */
export function nextDates(terms: readonly Term[], today: Day, events: readonly DatedEvent[]): NextDate[] {
  const ofEvents = events.map(({ path, data }) => ({ day: dayOf(data.starts), what: data.title, path }));
  return [...nextTermDates(terms, today), ...ofEvents].toSorted((a, b) => a.day.localeCompare(b.day));
}
