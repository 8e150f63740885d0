import type { Day, Term } from './terms.ts';

export type TermDate = { day: Day; what: string; path: string };

/** What is to come, soonest first: when registration opens and closes and when teaching starts and ends. */
export function nextDates(terms: readonly Term[], today: Day): TermDate[] {
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
