import { institute } from '#lib/content/current-institute.ts';
import { isOver, registrationLink } from '#lib/content/event.ts';
import { describeEvent } from '#lib/discovery/event-data.ts';
import { listEventFacts } from '#lib/finder/event-facts.ts';
import { eventsText, eventText as text } from '#lib/i18n/en/studies.ts';
import {
  findCourses,
  findPeople,
  findPrograms,
  siteUrl,
  today,
  withPictures,
  type EventEntry,
} from './content.ts';
import { readEntryParts } from './entry-parts.ts';

/** What the page of an event shows. */
export async function readEventPage(event: EventEntry) {
  const { data } = event;
  const isPast = isOver(data, today());
  const parts = await readEntryParts(event, {
    trail: [{ title: eventsText.title, path: '/events' }, { title: data.title }],
    describe: (shown) => describeEvent({ ...data, ...shown }, { institute: institute(), siteUrl: siteUrl() }),
  });
  return {
    ...parts,
    isPast,
    people: await withPictures(await findPeople(data.people), 'portrait'),
    courses: await withPictures(await findCourses(data.courses), 'card'),
    programs: await findPrograms(data.programs),
    facts: listEventFacts({ ...data, isPast }),
    action: data.registration === undefined ? undefined : actionFor(data.registration),
  };
}

function actionFor(registration: string) {
  const title = registration.includes('@') ? text.registerByEmail : text.register;
  return { title, href: registrationLink(registration) };
}
