import { institute } from '#lib/content/current-institute.ts';
import { firstAddress } from '#lib/content/addresses.ts';
import { pageEventId, writeCalendar } from '#lib/content/calendar-file.ts';
import { eventLinks, feedLinks, type CalendarLinks } from '#lib/content/calendar-links.ts';
import { cancellationIn, type Offering } from '#lib/content/course.ts';
import { withOffset } from '#lib/content/local-time.ts';
import { listMeetings, termsOfOffering } from '#lib/content/meetings.ts';
import { nextTermDates } from '#lib/content/next-dates.ts';
import type { Term } from '#lib/content/terms.ts';
import { courseCalendarText as text } from '#lib/i18n/en/calendar.ts';
import { listEvents, siteUrl, startOfToday, terms, today } from './content.ts';
import type { CourseEntry, EventEntry } from './content.ts';

/** The dates of terms, and the events to come. */
export async function writeDatesCalendar(): Promise<string> {
  const { upcoming } = await listEvents();
  return write(`${institute().shortName}: dates`, {
    days: nextTermDates(terms(), today()).map((date) => ({ ...date, id: ['terms', date.term, date.key] })),
    events: upcoming.map(toCalendarEvent),
  });
}

export function writeEventCalendar(event: EventEntry): string {
  return write(event.data.title, { days: [], events: [{ ...toCalendarEvent(event), isBusy: true }] });
}

/** The meetings of the current term and of the next year. Terms without meetings have their first and last day. */
export function writeCourseCalendar({ data, path }: CourseEntry): string {
  const runs = listRuns({ data, path });
  const taught = runs.filter(({ offering, term }) => cancellationIn(offering, term) === undefined);
  return write(text.name(data), {
    days: [
      ...taught
        .filter(({ offering }) => offering.times.length === 0)
        .flatMap((run) => firstAndLastDay(run, data, path)),
      ...runs
        .filter((run) => !taught.includes(run))
        .map(({ id, offering, term }) => ({
          id: [...id, 'cancelled'] as const,
          day: offering.starts ?? term.starts,
          what: text.cancelled({ title: data.title, term: term.title }),
          more: offering.cancelled?.instead ?? '',
          path,
        })),
    ],
    events: taught.flatMap(({ id, offering, term }) =>
      listMeetings(offering, term).map(({ starts, ends, week, slot }) => ({
        id: [...id, String(week), String(slot)] as const,
        title: data.title,
        summary: text.name(data),
        path,
        place: offering.place ?? institute().modes[offering.mode],
        starts: withOffset(institute().timeZone, starts),
        ends: withOffset(institute().timeZone, ends),
        isBusy: true,
      })),
    ),
  });
}

type Run = { id: readonly [string, ...string[]]; offering: Offering; term: Term };

/** The offerings in each term. The id names the course, the term, and the place among the offerings of the term. */
function listRuns({ data, path }: Pick<CourseEntry, 'data' | 'path'>): Run[] {
  const course = pageEventId(firstAddress({ path, aliases: data.aliases }));
  const counts = new Map<string, number>();
  return data.offerings.flatMap((offering) =>
    termsOfOffering(offering.term, terms(), today()).map((term) => {
      const number = (counts.get(term.id) ?? 0) + 1;
      counts.set(term.id, number);
      return { id: [course, term.id, String(number)] as const, offering, term };
    }),
  );
}

function firstAndLastDay({ id, offering, term }: Run, { title }: CourseEntry['data'], path: string) {
  return [
    {
      id: [...id, 'starts'] as const,
      day: offering.starts ?? term.starts,
      what: text.starts({ title }),
      path,
    },
    { id: [...id, 'ends'] as const, day: offering.ends ?? term.ends, what: text.ends({ title }), path },
  ];
}

function toCalendarEvent({ path, data }: EventEntry) {
  return {
    ...data,
    id: [pageEventId(firstAddress({ path, aliases: data.aliases }))] as const,
    path,
    starts: withOffset(institute().timeZone, data.starts),
    ends: withOffset(institute().timeZone, data.ends),
  };
}

function write(name: string, entries: Pick<Parameters<typeof writeCalendar>[0], 'days' | 'events'>): string {
  return writeCalendar({ name, siteUrl: siteUrl(), now: startOfToday(), ...entries });
}

/** Links that subscribe to a calendar file of the site. */
export function linksToFeed(path: string, name: string): CalendarLinks {
  return feedLinks({ url: siteUrl() + path, name });
}

/** Links that add an event. */
export function linksToEvent(event: EventEntry): CalendarLinks {
  const { title, summary, starts, ends, place } = toCalendarEvent(event);
  return eventLinks({
    title,
    summary,
    starts,
    ends,
    place,
    url: `${siteUrl()}${event.path}.ics`,
  });
}
