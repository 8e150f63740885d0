import { plural } from '#lib/i18n/format.ts';
import { seatsText } from './seats.ts';

/** Index entries for pages that are rendered per request, because their text is not in the build. */
export const onDemandPages = [
  {
    path: '/register',
    title: 'Register for courses',
    text: 'The form to register for courses of the next term. Choose your courses and enter your student number; the registrar confirms your seats by email.',
    keywords:
      'registration form sign up enrol enroll book a place seat reserve put my name down join a course',
  },
  {
    path: '/courses/find',
    title: 'Find a course',
    text: 'Choose a course: find one by keyword, subject, level, term, day of the week, time of day, place or online, credits, price and free seats.',
    keywords: 'course finder filter evening weekend daytime online cheap price free seats timetable',
  },
  {
    path: '/courses/compare',
    title: 'Compare courses',
    text: 'See up to three courses side by side: price, start, days, place, free seats and entry requirements.',
    keywords: 'comparison difference between courses side by side',
  },
  {
    path: '/programs/compare',
    title: 'Compare programmes',
    text: 'See up to three programmes side by side: award, price, start, length, entry requirements and courses.',
    keywords: 'comparison difference between programmes programs certificate diploma master side by side',
  },
  {
    path: '/apply',
    title: 'Apply',
    text: 'The form to apply for a programme or for first courses, for people who are new here. Tell us about yourself and your qualifications in your own words; you need no student number.',
    keywords:
      'application apply admission admissions join enrol enroll new student become a student programme program',
  },
  {
    path: '/enquire',
    title: 'Ask us by email',
    text: 'Ask a person about a course, a programme or an open day. We answer by email.',
    keywords: 'enquiry enquire inquiry contact question write to us help advice talk to someone',
  },
  {
    path: '/newsletter',
    title: 'Newsletter',
    text: 'Subscribe to our newsletter by email and choose what interests you, or unsubscribe to stop getting our emails.',
    keywords: 'sign up mailing list subscription opt out email updates',
  },
  {
    path: '/ask',
    title: 'Ask this website',
    text: 'Ask a question in your own words. The answer comes from the pages of this website, and links to them.',
    keywords: 'chat assistant chatbot help',
  },
] as const;

/** Search words for the time of day and the part of the week at which a course meets. */
export const meetingWords = {
  morning: 'morning daytime',
  afternoon: 'afternoon daytime',
  evening: 'evening',
  weekend: 'weekend',
} as const;

/** Search words for the price of a course. */
export const priceWords = 'fee price cost';

type Facts = {
  kind?: string | undefined;
  fee?: string | undefined;
  nextStart?: string | undefined;
  days?: string | undefined;
  place?: string | undefined;
  seatsFree?: number | undefined;
  award?: string | undefined;
  length?: string | undefined;
  date?: string | undefined;
  role?: string | undefined;
};

/** The facts of a search result in short lines. Also used by a client script. */
export function factLines(facts: Facts = {}): string[] {
  const { kind, nextStart, seatsFree, role, award, length, fee, date, days, place } = facts;
  return [
    kind,
    role,
    award,
    length,
    fee,
    date,
    nextStart && `Starts ${nextStart}`,
    days,
    place,
    seatsFree === undefined ? '' : seatsText({ free: seatsFree }),
  ].filter((line) => typeof line === 'string' && line !== '') as string[];
}

const answerText = {
  answer: 'Answer',
  source: ({ title, heading }: { title: string; heading: string }) =>
    heading === '' ? title : `${title}: ${heading}`,
  unrelated: 'We have no page about this.',
  unknown: ({ words }: { words: readonly string[] }) =>
    `${words.length === 1 ? 'This word is' : 'These words are'} on no page: ${words.join(', ')}.`,
} as const;

type Count = {
  total: number;
  /** The courses that the words mean, of which the first `shown` results are some. */
  courses?: { total: number; shown: number } | null | undefined;
};

/** `15`, or `30 courses and 10 other results` if the results begin with courses of a group. */
function countFound({ total, courses }: Count): string {
  if (!courses || courses.shown === 0) return String(total);
  const others = total - courses.shown;
  return [
    plural(courses.total, { one: '1 course', other: `${courses.total} courses` }),
    ...(others > 0 ? [plural(others, { one: '1 other result', other: `${others} other results` })] : []),
  ].join(' and ');
}

const correctionText = { showing: 'Showing results for', instead: 'Search instead for' } as const;

/** The search page and the search dialog. */
export const searchText = {
  title: 'Search',
  titleWithQuery: ({ query }: { query: string }) => `Search: ${query}`,
  description: ({ collections, name }: { collections: string; name: string }) =>
    `Search the ${collections} of the ${name}.`,
  form: 'Search the site',
  label: 'Words, a question or a course code',
  dialogLabel: 'Search the site',
  shortcut: 'Open this search with the / key',
  search: 'Search',
  close: 'Close',
  try: 'Try',
  kinds: 'Filter by type',
  allKinds: 'All types',
  kind: ({ label, count }: { label: string; count: number }) => `${label} (${count})`,
  found: ({ query, correction, ...count }: Count & { query: string; correction: string | null }) =>
    correction === null
      ? `${count.total === 0 ? 'Nothing found' : `${countFound(count)} found`} for “${query}”.`
      : `${countFound(count)} found.`,
  ...correctionText,
  ...answerText,
  askPerson: 'Ask a person',
  nearest: 'or see the pages that come nearest.',
  person: 'Person',
  pastEvent: 'Past event',
  sections: 'Sections of this page',
  pages: 'More results',
  earlier: 'Earlier results',
  more: 'More results',
  nothing: {
    tryOther: 'Try fewer or other words,',
    ask: 'ask this as a question',
    see: 'see',
    courses: 'all courses',
    or: 'or',
    contact: 'write to us',
  },
} as const;

/** Used by the scripts of the search in the browser. */
export const searchStatusText = {
  ...correctionText,
  ...answerText,
  unavailable: 'Searching while you type is not available here. Press Enter to search.',
  nothingYet: 'Nothing found yet. Press Enter for a wider search.',
  found: ({ shown, ...count }: Count & { shown: number }) =>
    `${countFound(count)} found${count.total > shown ? `, the first ${shown} below` : ''}`,
  foundFor: ({ total, query }: { total: number; query: string }) =>
    `${total === 0 ? 'Nothing' : total} found for “${query}”.`,
  failed: 'The search could not be loaded. Please try again later.',
} as const;

/** Problems of a query parameter. Each follows the name of the parameter. */
export const queryErrors = {
  missing: 'is missing',
  blank: 'is blank',
  tooLong: ({ max }: { max: number }) => `is longer than ${max} characters`,
  notWhole: ({ min, max }: { min: number; max: number }) => `must be a whole number from ${min} to ${max}`,
  tooSmall: ({ min }: { min: number }) => `must be at least ${min}`,
  tooLarge: ({ max }: { max: number }) => `must be at most ${max}`,
  notOneOf: ({ names }: { names: readonly string[] }) => `must be one of ${names.join(', ')}`,
  repeated: 'is given more than once',
  invalid: 'is not valid',
  message: ({ name, problem }: { name: string; problem: string }) => `The parameter ${name} ${problem}.`,
  resolutions: {
    q: ({ max }: { max: number }) => `Give one q with 1 to ${max} characters, as in ?q=fees.`,
    type: ({ names }: { names: readonly string[] }) =>
      `Use ${names.join(', ')}, and repeat type for more than one: &type=course&type=program.`,
    limit: 'Give one limit from 1 to 50, or leave it out for 10.',
    offset: 'Give one offset from 0 to 1000, or leave it out for 0.',
    other: 'See /openapi.json for the parameters.',
  },
} as const;
