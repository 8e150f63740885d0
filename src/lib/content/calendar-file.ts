import { addDays, type Day } from './terms.ts';

type CalendarDay = { day: Day; what: string; path: string; more?: string };

/** `starts` and `ends` are ISO 8601 with an offset from UTC. */
type CalendarEvent = {
  /** Unique across the institute's calendars. Defaults to the path, for a page with one event. */
  id?: string;
  starts: string;
  ends: string;
  title: string;
  summary: string;
  path: string;
  place?: string | undefined;
};

type CalendarFile = {
  /** The name that calendar apps show. */
  name: string;
  siteUrl: string;
  days: readonly CalendarDay[];
  events?: readonly CalendarEvent[];
  now: Date;
};

/** Writes whole days and events as an iCalendar file (RFC 5545). A whole day keeps its UID if its date changes. */
export function writeCalendar({ name, siteUrl, days, events = [], now }: CalendarFile): string {
  const writeEvent = (id: string, path: string, lines: readonly string[]) => [
    'BEGIN:VEVENT',
    `UID:${toUid(id)}@${new URL(siteUrl).hostname}`,
    `DTSTAMP:${inUtc(now.toISOString())}`,
    ...lines,
    `URL:${new URL(path, siteUrl).href}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
  const wholeDays = days.flatMap(({ day, what, path, more }) =>
    writeEvent(what, path, [
      `DTSTART;VALUE=DATE:${compactDay(day)}`,
      `DTEND;VALUE=DATE:${compactDay(addDays(day, 1))}`,
      `SUMMARY:${escapeValue(what)}`,
      ...(more === undefined ? [] : [`DESCRIPTION:${escapeValue(more)}`]),
    ]),
  );
  const timed = events.flatMap(({ id, starts, ends, title, summary, path, place }) =>
    writeEvent(id ?? path, path, [
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

function toUid(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '');
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
