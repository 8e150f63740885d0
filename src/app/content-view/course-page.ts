import { courseKeywords } from '#lib/content/course-keywords.ts';
import { cancellationIn, type ScheduledOffering } from '#lib/content/course.ts';
import { institute } from '#lib/content/current-institute.ts';
import { describeCourse } from '#lib/discovery/course-data.ts';
import { listCourseFacts, type Fact } from '#lib/finder/course-facts.ts';
import { coursesText, courseText } from '#lib/i18n/en/studies.ts';
import {
  findCourses,
  findPeople,
  listPrograms,
  scheduleOf,
  siteUrl,
  withPictures,
  type CourseEntry,
} from './content.ts';
import { readEntryParts } from './entry-parts.ts';
import { readFinderCourse } from './finder.ts';

/** What the page of a course shows. */
export async function readCoursePage(course: CourseEntry) {
  const { data } = course;
  const schedule = scheduleOf(course);
  const offered = schedule.filter((run) => cancellationIn(run, run.term) === undefined);
  const prerequisites = await withPictures(await findCourses(data.prerequisites), 'card');
  const people = await withPictures(await findPeople(data.people), 'portrait');
  const inFinder = readFinderCourse(course);
  const before = prerequisites.map(({ data: { code, title }, path }) => ({ code, title, path }));
  const parts = await readEntryParts(course, {
    trail: [{ title: coursesText.title, path: '/courses' }, { title: data.code }],
    describe: (shown) =>
      describeCourse(
        {
          ...data,
          ...shown,
          level: levelOf(course),
          prerequisites: before,
          people: people.map(({ data: { name }, path }) => ({ name, path })),
          offerings: offered.map((run) => datedOffering(run, data.fee)),
        },
        { institute: institute(), siteUrl: siteUrl() },
      ),
  });
  return {
    ...parts,
    schedule,
    offered,
    prerequisites,
    people,
    programs: (await listPrograms()).filter((program) =>
      program.data.stages.some((stage) => stage.courses.includes(data.code)),
    ),
    runs: inFinder.runs,
    cancelled: inFinder.cancelled,
    facts: await readCourseFacts(course),
    keywords: courseKeywords(data, offered),
  };
}

/** The facts of a course that its page shows. */
export async function readCourseFacts(course: CourseEntry): Promise<Fact[]> {
  const prerequisites = await findCourses(course.data.prerequisites);
  return listCourseFacts(readFinderCourse(course), {
    level: levelOf(course),
    modes: institute().modes,
    prerequisites: prerequisites.map(({ data: { code, title }, path }) => ({ code, title, path })),
  });
}

function levelOf({ data }: CourseEntry): string {
  return institute().levels[data.level] ?? courseText.level(data);
}

/** An offering with the dates of its term and the fee of its course, unless it has its own. */
function datedOffering({ term, ...offering }: ScheduledOffering, fee: number) {
  return {
    ...offering,
    starts: offering.starts ?? term.starts,
    ends: offering.ends ?? term.ends,
    fee: offering.fee ?? fee,
    registrationOpens: term.registrationOpens,
    registrationCloses: term.registrationCloses,
  };
}
