import { listAnd, listOr, plural } from '#lib/i18n/format.ts';

type Institute = { name: string };

export const coursesText = {
  title: 'Courses',
  description: ({ name }: Institute) =>
    `The courses of the ${name}, by subject, with levels, credits, fees and terms.`,
  lead: 'Take a course on its own, or build up to an award in one of our [programmes](/programs).',
  subjects: 'Subjects',
  otherCourses: 'Other courses',
} as const;

export const courseTableText = {
  code: 'Code',
  course: 'Course',
  level: 'Level',
  credits: 'Credits',
  fee: 'Fee',
  nextTerms: 'Next terms',
  notOffered: 'Not on offer',
  cancelled: ({ title }: { title: string }) => `${title} (cancelled)`,
} as const;

export const courseText = {
  facts: { code: 'Code', level: 'Level', credits: 'Credits', fee: 'Fee', nextStart: 'Next start' },
  level: ({ level }: { level: number }) => `Level ${level}`,
  credits: ({ credits, hours }: { credits: number; hours: number }) =>
    `${credits}, about ${hours} hours of study`,
  register: 'Register',
  outcomes: 'What you will be able to do',
  offerings: 'Terms and places',
  notOffered: 'This course is not on offer at present.',
  newHere: ({ code }: { code: string }) =>
    `New here? [Apply for ${code}](/apply?course=${code}); [Admissions](/admissions) explains what happens next.`,
  registerFor: ({ code }: { code: string }) =>
    `If you have a student number, [register for ${code}](/register?course=${code}).`,
  prerequisites: 'Take these first',
  people: 'Who teaches it',
  programs: 'Part of',
} as const;

export const offeringTableText = {
  columns: ['Term', 'Dates', 'How', 'Where and when', 'Seats in all', 'Fee', 'Register by'],
  dates: ({ starts, ends }: { starts: string; ends: string }) => `${starts} to ${ends}`,
  online: 'Online',
  cancelled: ({ instead }: { instead: string }) => `Cancelled. ${instead}`,
} as const;

export const programsText = {
  title: 'Programmes',
  description: ({ name }: Institute) =>
    `The programmes of the ${name}: sets of courses that end in an award.`,
  lead: 'A programme is a set of courses that ends in an award. You study part time and collect credits as you go.',
  awardCredits: ({ award, credits }: { award: string; credits: number }) => `${award}, ${credits} credits`,
} as const;

export const programText = {
  feeParts: ({ parts }: { parts: readonly { credits: number; price: string }[] }) =>
    listAnd(parts.map(({ credits, price }) => `${credits} credits at ${price}`)),
  path: 'The path through the programme',
  entryRequirements: 'Entry requirements',
  /** The instruction for a stage of the program. `choose` is undefined if all courses are required. */
  task: ({ choose, count }: { choose: number | undefined; count: number }) =>
    choose && choose < count
      ? `Choose ${choose} of these ${count} courses:`
      : plural(count, { one: 'Take this course:', other: 'Take all of these:' }),
  credits: ({ credits, fee }: { credits: number; fee: string }) => `${credits} credits, ${fee}`,
  /** `Autumn 2027 (from 27 September 2027) or Spring 2028 (from 10 January 2028)` */
  terms: ({ terms }: { terms: readonly { term: string; day: string }[] }) =>
    listOr(terms.map(({ term, day }) => `${term} (from ${day})`)),
  buildsOnStage: ({ code, anchor, stage }: { code: string; anchor: string; stage: string }) =>
    `Builds on [${code}](${anchor}) from “${stage}”.`,
  buildsOnOther: ({ course, path }: { course: string; path: string }) =>
    `Builds on [${course}](${path}), which is not on this path.`,
} as const;

export const eventsText = {
  title: 'Events',
  description: ({ name }: Institute) => `Events of the ${name}, to come and past.`,
  calendarFeed: 'Dates',
  lead: 'To have them in your own calendar, [subscribe to all our dates](/calendar).',
  upcoming: 'Upcoming events',
  noneUpcoming: 'No events are planned at the moment.',
  past: 'Past events',
  /** Shown after the place of an event that is also online. */
  online: 'online',
} as const;

export const eventText = {
  facts: {
    when: 'When',
    where: 'Where',
    online: 'Online',
    fee: 'Fee',
    seats: 'Seats in all',
    registration: 'Registration',
  },
  free: 'Free',
  registrationNotNeeded: 'Not needed',
  event: 'Event',
  pastEvent: 'Past event',
  register: 'Register',
  registerByEmail: 'Register by email',
  people: 'Who speaks or leads',
  studies: 'Courses and programmes',
} as const;
