import { formatTown } from '#lib/content/format-address.ts';
import { contentCollections } from '#lib/content/collections.ts';
import type * as schema from 'schema-dts';
import { cardOf, provider, type DescribedInstitute } from './structured-data.ts';

type Course = Exclude<schema.Course, string>;
type EducationalOccupationalProgram = Exclude<schema.EducationalOccupationalProgram, string>;

type Linked = { title: string; path: string };
type Context = { institute: DescribedInstitute & { currency: string; timeZone: string }; siteUrl: string };

type DescribedOffering = {
  mode: 'on-site' | 'online' | 'blended';
  place?: string | undefined;
  starts: string;
  ends: string;
  times: readonly { day: string; from: string; to: string }[];
  seats: number;
  fee: number;
  registrationOpens: string;
  registrationCloses: string;
};

/** A page with the path of its picture. */
type Pictured = Linked & { summary: string; picture?: string | undefined };

type DescribedCourse = Pictured & {
  code: string;
  level: string;
  credits: number;
  fee: number;
  outcomes: readonly string[];
  prerequisites: readonly Linked[];
  people: readonly { name: string; path: string }[];
  offerings: readonly DescribedOffering[];
  updated?: string | undefined;
};

type DescribedProgram = Pictured & {
  award: string;
  level: string;
  credits: number;
  length: string;
  courses: readonly Linked[];
  entryRequirements: readonly string[];
  /** Undefined if the fee depends on a choice. */
  fee: number | undefined;
};

const modes = { 'on-site': 'Onsite', online: 'Online', blended: 'Blended' } as const;

/** A course with its offerings (schema.org Course and CourseInstance). */
export function describeCourse(course: DescribedCourse, { institute, siteUrl }: Context): Course {
  const { code, credits, fee, path } = course;
  const instructors = course.people.map(
    ({ name, path: target }) => ({ '@type': 'Person', name, url: siteUrl + target }) as const,
  );
  return {
    '@type': contentCollections.courses.structuredData,
    '@id': `${siteUrl}${path}#course`,
    name: course.title,
    description: course.summary,
    url: siteUrl + path,
    image: imageOf(course, siteUrl),
    courseCode: code,
    educationalLevel: course.level,
    numberOfCredits: credits,
    timeRequired: `PT${credits * 10}H`,
    inLanguage: institute.locale,
    teaches: [...course.outcomes],
    provider: provider(institute, siteUrl),
    offers: offer(fee, institute),
    ...(course.updated ? { dateModified: course.updated } : {}),
    ...(course.prerequisites.length > 0
      ? { coursePrerequisites: course.prerequisites.map((other) => linkedCourse(other, siteUrl)) }
      : {}),
    hasCourseInstance: course.offerings.map((offering) => ({
      ...describeOffering(offering, { institute, siteUrl }),
      name: course.title,
      ...(instructors.length > 0 ? { instructor: instructors } : {}),
    })),
  };
}

function offer(price: number, { currency }: Context['institute']) {
  return { '@type': 'Offer', category: 'Paid', price, priceCurrency: currency } as const;
}

function describeOffering(offering: DescribedOffering, { institute, siteUrl }: Context) {
  const { mode, place, starts, ends, times } = offering;
  return {
    '@type': 'CourseInstance',
    courseMode: modes[mode],
    startDate: starts,
    endDate: ends,
    maximumAttendeeCapacity: offering.seats,
    location: place
      ? { '@type': 'Place', name: place, address: postalAddress(institute) }
      : { '@type': 'VirtualLocation', url: `${siteUrl}/` },
    courseSchedule: times.map(({ day, from, to }) => ({
      '@type': 'Schedule',
      repeatFrequency: 'P1W',
      byDay: `https://schema.org/${day[0]?.toUpperCase() ?? ''}${day.slice(1)}`,
      startTime: from,
      endTime: to,
      startDate: starts,
      endDate: ends,
      scheduleTimezone: institute.timeZone,
    })),
    offers: {
      ...offer(offering.fee, institute),
      validFrom: offering.registrationOpens,
      validThrough: offering.registrationCloses,
    },
  } as const satisfies schema.CourseInstance;
}

/** A program with the courses that lead to its award. */
export function describeProgram(
  program: DescribedProgram,
  { institute, siteUrl }: Context,
): EducationalOccupationalProgram {
  return {
    '@type': contentCollections.programs.structuredData,
    '@id': `${siteUrl}${program.path}#program`,
    name: program.title,
    description: program.summary,
    url: siteUrl + program.path,
    image: imageOf(program, siteUrl),
    provider: provider(institute, siteUrl),
    numberOfCredits: program.credits,
    educationalProgramMode: program.length,
    programPrerequisites: [...program.entryRequirements],
    educationalCredentialAwarded: {
      '@type': 'EducationalOccupationalCredential',
      name: program.title,
      credentialCategory: program.award,
      educationalLevel: program.level,
    },
    ...(program.fee === undefined ? {} : { offers: offer(program.fee, institute) }),
    hasCourse: program.courses.map((course) => linkedCourse(course, siteUrl)),
  };
}

function imageOf({ path, picture }: Pictured, siteUrl: string): string {
  return new URL(picture ?? cardOf(path), siteUrl).href;
}

function linkedCourse({ title, path }: Linked, siteUrl: string) {
  return { '@type': 'Course', '@id': `${siteUrl}${path}#course`, name: title, url: siteUrl + path } as const;
}

/** The institute's address in one line. */
export function postalAddress({ address }: DescribedInstitute): string {
  return `${formatTown(address)}, ${address.country}`;
}
