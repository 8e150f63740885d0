import { plural } from '#lib/i18n/format.ts';

type Institute = { name: string };

export const homeText = {
  findCourse: 'Find a course',
  howToApply: 'How to apply',
  nextStart: 'Next start',
  registerBy: ({ term, day }: { term: string; day: string }) => `${term}. Register by ${day}.`,
  registrationOpens: ({ term, day }: { term: string; day: string }) =>
    `${term}. Registration opens on ${day}.`,
  coursesInTerm: ({ count }: { count: number }) =>
    plural(count, { one: 'See 1 course', other: `See ${count} courses` }),
  register: 'Register',
  searchForm: 'Search the website',
  query: 'What would you like to learn or know?',
  search: 'Search',
  dates: 'Next dates',
  allDates: 'All dates, and a calendar to subscribe to',
  audiences: 'Who it’s for',
  programs: 'Programmes',
  courses: 'Courses by subject',
  courseCount: ({ count }: { count: number }) =>
    plural(count, { one: '1 course', other: `${count} courses` }),
  /** The titles of the first courses of a subject. */
  courseTitles: ({ titles, hasMore }: { titles: readonly string[]; hasMore: boolean }) =>
    `${titles.join(', ')}${hasMore ? ' and more' : ''}`,
  news: 'News',
  allNews: 'All news',
} as const;

export const newsText = {
  title: 'News',
  description: ({ name }: Institute) => `News from the ${name}.`,
  none: 'There is no news yet.',
  by: 'by',
  more: 'More news',
  all: 'All news',
} as const;

export const peopleText = {
  title: 'People',
  description: ({ name }: Institute) => `Who teaches and works at the ${name}.`,
  email: 'Email:',
  telephone: 'Telephone:',
} as const;

export const calendarText = {
  title: 'Dates and deadlines',
  description: ({ name }: Institute) =>
    `When registration opens and closes and when teaching starts and ends at the ${name}, and its events, to read or to subscribe to.`,
  feed: 'Dates',
  lead: ({ terms }: { terms: number }) =>
    `The dates of the next ${plural(terms, { one: 'term', other: `${terms} terms` })}, and our [events](/events). To put them in your own calendar, choose “Add to calendar”, or subscribe to [calendar.ics](/calendar.ics).`,
  day: 'Day',
  what: 'What',
} as const;

export const handbookText = {
  description: ({ name }: Institute) =>
    `The handbook of the ${name}: rules, services and how things are done.`,
  pageDescription: ({ title, name }: Institute & { title: string }) =>
    `${title}: a page of the handbook of the ${name}.`,
  allPages: 'All pages',
  inFolder: ({ title }: { title: string }) => `In “${title}”`,
  pageCount: ({ count }: { count: number }) => `All ${count} pages`,
} as const;

/** Texts on a static copy of the site, in place of pages that need the server. */
export const staticCopyText = {
  find: 'Filtering needs JavaScript on this copy of the website. The page Courses lists all courses by subject.',
  compareCourses: 'You can’t compare courses on this copy of the website.',
  comparePrograms: 'You can’t compare programmes on this copy of the website.',
  register: 'You can’t register on this copy of the website.',
  apply: 'You can’t apply on this copy of the website.',
  enquire: 'You can’t send a question on this copy of the website.',
  newsletter: 'You can’t sign up on this copy of the website.',
  ask: 'The chat is not available on this copy of the website.',
} as const;

const courses = { title: 'Courses', path: '/courses', about: 'All courses, by subject, level and term.' };

export const notFoundText = {
  title: 'Page not found',
  description: 'There is no page at this address.',
  lead: 'There is no page at this address. It may have moved, or the address may be mistyped.',
  searchForm: 'Search for the page',
  query: 'Search for it',
  search: 'Search',
  suggestions: ({ name }: Institute) => [
    courses,
    { title: 'Handbook', path: '/handbook', about: 'Rules, services and how things are done.' },
    { title: 'Dates', path: '/calendar', about: 'Terms, and the last days to register.' },
    { title: 'Ask this website', path: '/ask', about: 'Answers come from the pages of this site.' },
    {
      title: 'Contact',
      path: '/contact',
      about: 'Write to us or call us. Tell us if a link brought you here.',
    },
    { title: 'Home', path: '/', about: `What the ${name} is, and what is new.` },
  ],
} as const;

export const serverErrorText = {
  title: 'Something went wrong',
  description: 'This page could not be loaded.',
  lead: 'We couldn’t load this page. The problem is on our side, and we have a record of it. If you sent a form, look for our email before you send it again.',
  advice: 'Wait a minute, then reload the page. If it fails again, please tell us what you wanted to do.',
  suggestions: ({ email, telephone }: { email: string; telephone: string }) => [
    { title: 'Home', path: '/', about: 'Most pages of this site still work.' },
    courses,
    { title: 'Contact', path: '/contact', about: `Write to ${email} or call ${telephone}.` },
  ],
} as const;

export const tooManyRequestsText = {
  title: 'Too many requests',
  description: 'Wait a minute, then try again.',
  lead: 'Too many pages were requested from your network, or with your staff sign-in, in the last minute. Wait a minute, then reload the page.',
  advice: 'If you sent a form, we did not receive it. Go back, wait a minute, and send it again.',
  suggestions: ({ email, telephone }: { email: string; telephone: string }) => [
    { title: 'Home', path: '/', about: 'You can read this page, and most others, without a limit.' },
    courses,
    { title: 'Contact', path: '/contact', about: `Write to ${email} or call ${telephone}.` },
  ],
} as const;
