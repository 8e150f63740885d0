import { addDays, type Day } from './terms.ts';

/**
 * Identifies an event in all calendars of the institute. Made of ids, never of texts or times, so that a calendar app
 * updates the event that it has instead of adding another.
 */
type EventId = readonly [string, ...string[]];

type CalendarDay = { id: EventId; day: Day; what: string; path: string; more?: string };

/** `starts` and `ends` are ISO 8601 with an offset from UTC. */
export type CalendarEvent = {
  id: EventId;
  starts: string;
  ends: string;
  title: string;
  summary: string;
  path: string;
  place?: string | undefined;
  /** Whether it takes the time of who adds it; calendar apps show others as free. */
  isBusy?: boolean;
};

type CalendarFile = {
  /** The name that calendar apps show. */
  name: string;
  siteUrl: string;
  days: readonly CalendarDay[];
  events?: readonly CalendarEvent[];
  now: Date;
};

/** Writes whole days and events as an iCalendar file (RFC 5545). */
export function writeCalendar({ name, siteUrl, days, events = [], now }: CalendarFile): string {
  const writeEvent = (id: EventId, path: string, isBusy: boolean, lines: readonly string[]) => [
    'BEGIN:VEVENT',
    `UID:${toUid(id)}@${new URL(siteUrl).hostname}`,
    `DTSTAMP:${inUtc(now.toISOString())}`,
    ...lines,
    `URL:${new URL(path, siteUrl).href}`,
    `TRANSP:${isBusy ? 'OPAQUE' : 'TRANSPARENT'}`,
    'END:VEVENT',
  ];
  const wholeDays = days.flatMap(({ id, day, what, path, more }) =>
    writeEvent(id, path, false, [
      `DTSTART;VALUE=DATE:${compactDay(day)}`,
      `DTEND;VALUE=DATE:${compactDay(addDays(day, 1))}`,
      `SUMMARY:${escapeValue(what)}`,
      ...(more === undefined ? [] : [`DESCRIPTION:${escapeValue(more)}`]),
    ]),
  );
  const timed = events.flatMap(({ id, starts, ends, title, summary, path, place, isBusy = false }) =>
    writeEvent(id, path, isBusy, [
      `DTSTART:${inUtc(starts)}`,
      `DTEND:${inUtc(ends)}`,
      `SUMMARY:${escapeValue(title)}`,
      `DESCRIPTION:${escapeValue(summary)}`,
      ...(place === undefined ? [] : [`LOCATION:${escapeValue(place)}`]),
    ]),
  );
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lectern//Dates//EN',
    `NAME:${escapeValue(name)}`,
    `X-WR-CALNAME:${escapeValue(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:P1D',
    ...wholeDays,
    ...timed,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

/** The id of an event that has a page of its own. @param address the first address of the page */
export function pageEventId(address: string): string {
  return address.slice(1).replace('/', '-');
}

/** Different ids have different UIDs, in any script: all characters are encoded that are not letters of ASCII or digits. */
function toUid(id: EventId): string {
  return id.map((part) => encodeURIComponent(part.toWellFormed()).replaceAll('.', '%2E')).join('.');
}

/** `20270206T100000Z` */
function inUtc(time: string): string {
  return `${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function compactDay(day: Day): string {
  return day.replaceAll('-', '');
}

/** Escapes separators and line breaks. Replaces other control characters, which iCalendar does not allow. */
function escapeValue(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[\0-\x09\x0B-\x1F\x7F-\x9F]/g, ' ')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);
}

/** Folds a line after at most 75 bytes, between characters. Continuation lines start with a space. */
function foldLine(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const char of line) {
    const size = Buffer.byteLength(char);
    const isFull = bytes + size > 75;
    folded += isFull ? `\r\n ${char}` : char;
    bytes = isFull ? 1 + size : bytes + size;
  }
  return folded;
}
