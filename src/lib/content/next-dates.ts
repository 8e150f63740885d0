import { dayOf, type LocalTime } from './local-time.ts';
import type { Day, Term } from './terms.ts';

type NextDate = { day: Day; what: string; path: string };

/** The next dates of registration and teaching, from today on. */
export function nextTermDates(terms: readonly Term[], today: Day): NextDate[] {
  return terms
    .flatMap(({ title, registrationOpens, registrationCloses, starts, ends }) => [
      { day: registrationOpens, what: `Registration for ${title} opens`, path: '/admissions' },
      { day: registrationCloses, what: `Last day to register for ${title}`, path: '/register' },
      { day: starts, what: `Teaching for ${title} starts`, path: '/courses' },
      { day: ends, what: `Teaching for ${title} ends`, path: '/courses' },
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
