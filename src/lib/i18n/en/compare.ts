import { listOr, plural } from '#lib/i18n/format.ts';

type Institute = { name: string };

export type ComparedKind = 'courses' | 'programs';

/** The pages that show up to three courses or programmes side by side, with their addresses. */
export const compareText = {
  show: 'Compare',
  next: 'Next step',
  forEntry: ({ title }: { title: string }) => `for ${title}`,
  remove: 'Remove',
  none: 'None',

  courses: {
    path: '/courses/compare',
    parameter: 'code',
    title: 'Compare courses',
    description: ({ name }: Institute) =>
      `Up to three courses of the ${name} side by side: price, start, days, place, seats and entry requirements.`,
    lead: 'Choose up to three courses to see their prices, dates, places and entry requirements side by side. To look for courses first, use the [course finder](/courses/find).',
    tooMany: 'Three courses fit side by side. These are the first three that you chose.',
    unknown: ({ ids }: { ids: readonly string[] }) => `There is no course ${listOr(ids)}.`,
    form: 'Choose courses to compare',
    button: 'Compare chosen courses',
    limit: 'You can compare three courses. Remove one to choose another.',
    choose: 'Choose courses',
    entry: ({ number }: { number: number }) => `Course ${number}`,
    feature: 'Course',
    rows: {
      price: 'Price',
      start: 'Next start',
      length: 'Length',
      days: 'Days',
      place: 'Place',
      seats: 'Seats',
      registerBy: 'Register by',
      later: 'Later starts',
      level: 'Level',
      credits: 'Credits',
      entry: 'Entry requirements',
      about: 'What it is about',
      programs: 'Counts towards',
    },
    weeks: ({ weeks }: { weeks: number }) => plural(weeks, { one: '1 week', other: `${weeks} weeks` }),
    seatsUnknown: 'Not known at the moment',
    noRun: 'Not on offer at present',
    noLater: 'None planned yet',
    noEntry: 'None',
    noPrograms: 'No programme',
    hours: ({ credits, hours }: { credits: number; hours: number }) =>
      `${credits}, about ${hours} hours of study`,
    act: 'Register',
  },

  programs: {
    path: '/programs/compare',
    parameter: 'program',
    title: 'Compare programmes',
    description: ({ name }: Institute) =>
      `Up to three programmes of the ${name} side by side: award, price, start, length, entry requirements and courses.`,
    lead: 'Choose up to three programmes to see their awards, prices, dates, entry requirements and courses side by side. The page [Programmes](/programs) lists them all.',
    tooMany: 'Three programmes fit side by side. These are the first three that you chose.',
    unknown: ({ ids }: { ids: readonly string[] }) =>
      `There is no programme ${listOr(ids.map((id) => `“${id}”`))}.`,
    form: 'Choose programmes to compare',
    button: 'Compare chosen programmes',
    limit: 'You can compare three programmes. Remove one to choose another.',
    choose: 'Choose programmes',
    entry: ({ number }: { number: number }) => `Programme ${number}`,
    feature: 'Programme',
    rows: {
      award: 'Award',
      applyBy: 'Apply by',
      courses: 'Courses',
      about: 'What it is about',
      lead: 'Led by',
    },
    seeAdmissions: 'See Admissions',
    /** The heading of a stage, above its courses. */
    stage: ({ stage }: { stage: string }) => `${stage}:`,
    choice: ({ stage, choose, count }: { stage: string; choose: number; count: number }) =>
      `${stage}, choose ${choose} of ${count}:`,
    unknownYet: 'Not decided yet',
    act: 'Apply',
  },
} as const;
