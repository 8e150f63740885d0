import { listAnd, plural } from '#lib/i18n/format.ts';

type Institute = { name: string };

type ChangedFilter = { name: keyof typeof filters; value: string };

const filters = {
  q: 'Keywords',
  subject: 'Subject',
  level: 'Level',
  term: 'Term',
  day: 'Day',
  time: 'Time',
  mode: 'How you study',
  credits: 'Credits',
  price: 'Price up to',
  seats: 'Seats',
} as const;

/** The form of the course finder. */
export const finderText = {
  form: 'Find a course',
  keywords: 'Keywords or a course code',
  search: 'Search',
  filters,
  level: ({ level }: { level: string }) => `Level ${level}`,
  credits: ({ credits }: { credits: string }) => `${credits} credits`,
  days: {
    mon: { short: 'Mon', long: 'Monday' },
    tue: { short: 'Tue', long: 'Tuesday' },
    wed: { short: 'Wed', long: 'Wednesday' },
    thu: { short: 'Thu', long: 'Thursday' },
    fri: { short: 'Fri', long: 'Friday' },
    sat: { short: 'Sat', long: 'Saturday' },
    sun: { short: 'Sun', long: 'Sunday' },
  },
  times: { daytime: 'Daytime', evening: 'Evening (from 17:00)', weekend: 'Weekend' },
  price: ({ currency }: { currency: string }) => `Price up to (${currency})`,
  sort: 'Sort by',
  sorts: { start: 'Start', price: 'Price', title: 'Title' },
  bySubject: 'Subject',
  show: 'Show courses',
  reset: 'Remove all filters',
} as const;

export const finderPageText = {
  title: 'Find a course',
  titleWithQuery: ({ query }: { query: string }) => `Courses: ${query}`,
  description: ({ count, name }: Institute & { count: number }) =>
    `Find one of the ${count} courses of the ${name} by subject, level, term, day, time, price and free seats.`,
  seatsUnknown: 'We can’t check free seats at the moment, so the list may have full courses.',
  searchSite: 'Search the whole site',
} as const;

/** Also used by a client script. */
export const finderResultText = {
  title: 'Courses found',
  freeSeats: 'Free seats only',
  found: ({ shown, total }: { shown: number; total: number }) =>
    plural(total, { one: `${shown} of 1 course`, other: `${shown} of ${total} courses` }),
  filtersBox: ({ count }: { count: number }) => (count === 0 ? 'Filters' : `Filters (${count} in use)`),
  show: ({ shown }: { shown: number }) =>
    plural(shown, { one: 'Show 1 course', other: `Show ${shown} courses` }),
  nothing: 'No course matches all of your choices. Change one of them:',
  nothingInPairs: 'No course matches all of your choices. Change two of them:',
  nothingAtAll: 'No course matches all of your choices.',
  /** `Without “Day: Sunday” and “How you study: Online”: 2 courses`, `Without “Day: Sunday”, up to £360: 1 course` */
  loosening: ({ filters: changed, count }: { filters: readonly ChangedFilter[]; count: number }) => {
    const removed = changed.filter(({ name }) => name !== 'price');
    const price = changed.find(({ name }) => name === 'price');
    const names = removed.map(({ name, value }) => `“${filters[name]}: ${value}”`);
    return [
      ...(names.length > 0 ? [`Without ${listAnd(names)}`] : []),
      ...(price ? [`${names.length > 0 ? 'up' : 'Up'} to ${price.value}`] : []),
    ]
      .join(', ')
      .concat(`: ${plural(count, { one: '1 course', other: `${count} courses` })}`);
  },
} as const;

/** A course in the results. */
export const courseRowText = {
  facts: ({ code, level, credits, fee }: { code: string; level: number; credits: number; fee: string }) =>
    `${code}, level ${level}, ${credits} credits, ${fee}`,
  starts: ({ term, day }: { term: string; day: string }) => `${term}, from ${day}`,
  /** How and where: `Blended: Wheel Hall`. */
  at: ({ mode, place }: { mode: string; place: string }) => `${mode}: ${place}`,
  notOffered: 'Not on offer at present.',
  cancelled: ({ term }: { term: string }) => `${term}: cancelled.`,
} as const;

/** The panel of a course's page. */
export const courseFactsText = {
  names: {
    price: 'Total price',
    start: 'Next start',
    length: 'Length',
    days: 'Days',
    place: 'Place',
    entry: 'Entry requirements',
    level: 'Level',
  },
  notOffered: 'Not on offer at present',
  /** Precedes a second start, time or place. */
  or: ({ choice }: { choice: string }) => `or ${choice}`,
  length: ({ weeks, hours }: { weeks: number; hours: number }) =>
    `${plural(weeks, { one: '1 week', other: `${weeks} weeks` })}, about ${hours} hours of study`,
  hours: ({ hours }: { hours: number }) => `About ${hours} hours of study`,
  noTimes: 'In your own time',
  at: courseRowText.at,
  noEntry: 'No other course is needed first',
  course: ({ code, title }: { code: string; title: string }) => `${code} ${title}`,
  credits: ({ credits, code }: { credits: number; code: string }) => `${credits} credits, ${code}`,
  register: 'Register',
  /** For people without a student number. */
  apply: 'New here? Apply',
  ask: 'Ask us by email',
  /** Shown before registration for the next term of the course opens. */
  opens: ({ term, day }: { term: string; day: string }) => `Registration for ${term} opens on ${day}.`,
  compare: 'Compare with other courses',
} as const;

/** The panel of a programme's page. */
export const programFactsText = {
  names: {
    price: 'Total price',
    start: 'Next start',
    length: 'Length',
    days: 'Days',
    place: 'Place',
    entry: 'Entry requirements',
  },
  noStart: 'Not decided yet',
  levelAndLead: ({ level, lead }: { level: string; lead: string | undefined }) =>
    lead === undefined ? `${level}.` : `${level}, led by ${lead}.`,
  length: ({ length, credits }: { length: string; credits: number }) => `${length}, ${credits} credits`,
  daytime: 'daytime',
  evenings: 'evenings',
  weekends: 'weekends',
  /** Values that differ between courses: `daytime or evenings`. */
  byCourse: ({ choices }: { choices: string }) =>
    `${choices.charAt(0).toUpperCase()}${choices.slice(1).toLowerCase()}, by course`,
  allRequirements: ({ count }: { count: number }) => `All ${count} requirements`,
  apply: 'Apply',
  ask: 'Ask us by email',
  seePath: 'See the courses and their terms',
  compare: 'Compare with other programmes',
} as const;
