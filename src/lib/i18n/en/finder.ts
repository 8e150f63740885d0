import { listAnd, plural } from '#lib/i18n/format.ts';

type Institute = { name: string };

/** Keywords that every course would match. */
export const courseWords: ReadonlySet<string> = new Set(['course', 'courses', 'class', 'classes']);

const filters = {
  q: 'Keywords',
  subject: 'Subject',
  level: 'Level',
  term: 'Term',
  day: 'Day',
  time: 'Time of day',
  mode: 'How',
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
  filtersBox: ({ count }: { count: number }) => (count === 0 ? 'Filters' : `Filters (${count} in use)`),
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
  times: { daytime: 'Daytime', evening: 'Evening, from 17:00', weekend: 'Weekend' },
  price: ({ currency }: { currency: string }) => `Price up to (${currency})`,
  freeSeats: 'Free seats only',
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
  inUse: 'Filters in use',
  remove: 'Remove:',
  seatsUnknown: 'We can’t check free seats at the moment, so full courses may be in the list.',
  nothing: 'No course matches all of this.',
  loosen: 'You find courses if you remove',
  searchSite: 'Search the whole site for',
  allCourses: '[All courses by subject](/courses)',
} as const;

/** Read by a client script too. */
export const finderResultText = {
  found: ({ shown, total }: { shown: number; total: number }) =>
    plural(total, { one: `${shown} of 1 course`, other: `${shown} of ${total} courses` }),
  showFound: ({ shown }: { shown: number }) =>
    plural(shown, { one: 'Show 1 course', other: `Show ${shown} courses` }),
  nothing: 'No course matches all of this.',
  loosen: 'You find courses if you remove',
  /** The filters to remove: `Day and Price up to` with the number of courses that are found then. */
  loosening: ({ names, count }: { names: readonly (keyof typeof filters)[]; count: number }) =>
    `${listAnd(names.map((name) => filters[name]))} (${plural(count, { one: '1 course', other: `${count} courses` })})`,
  results: 'Courses found',
} as const;

/** A course in the results. */
export const courseRowText = {
  facts: ({ level, credits, fee }: { level: number; credits: number; fee: string }) =>
    `Level ${level}, ${credits} credits, ${fee}`,
  starts: ({ term, day }: { term: string; day: string }) => `${term}, from ${day}`,
  online: 'Online',
  notOffered: 'Not on offer at present.',
  cancelled: ({ term }: { term: string }) => `${term}: cancelled.`,
  compare: 'Compare',
  compareCourse: ({ title }: { title: string }) => `Compare ${title}`,
} as const;

/** Free seats and waiting lists. Read by a client script too. */
export function seatsText({ free, waiting }: { free: number; waiting: number }): string {
  if (free > 0) return plural(free, { one: '1 seat free', other: `${free} seats free` });
  return waiting === 0 ? 'Full: waiting list' : `Full: ${waiting} on the waiting list`;
}

export const compareText = {
  title: 'Compare courses',
  description: ({ name }: Institute) => `Up to three courses of the ${name} side by side.`,
  lead: 'Up to three courses side by side.',
  none: 'Choose two or three courses to see them side by side.',
  tooMany: 'Only three courses fit side by side. These are the first three.',
  unknown: ({ codes }: { codes: readonly string[] }) => `There is no course ${listAnd(codes)}.`,
  form: 'Choose courses to compare',
  button: 'Compare chosen courses',
  limit: 'You can compare three courses. Remove one to choose another.',
  choose: 'Change the courses',
  course: ({ number }: { number: number }) => `Course ${number}`,
  noCourse: 'None',
  show: 'Compare',
  feature: 'What',
  rows: {
    price: 'Price',
    start: 'Next start',
    length: 'Length',
    days: 'Days',
    place: 'Place',
    seats: 'Seats',
    registerBy: 'Register by',
    level: 'Level',
    credits: 'Credits',
    entry: 'Entry requirements',
    about: 'What it is about',
    programs: 'Counts towards',
  },
  seatsUnknown: 'We can’t check free seats at the moment',
  noRun: 'Not on offer at present',
  noEntry: 'None',
  noPrograms: 'No program',
  hours: ({ credits, hours }: { credits: number; hours: number }) =>
    `${credits}, about ${hours} hours of study`,
  register: 'Register',
  removeCourse: ({ title }: { title: string }) => `Remove ${title}`,
  remove: 'Remove',
  find: '[Find courses](/courses/find)',
} as const;
