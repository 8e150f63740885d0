import { addDays, type Day } from './terms.ts';

type CalendarDay = { day: Day; what: string; path: string };

/** An event with its times, ISO 8601 with their offset from UTC. */
type CalendarEvent = {
  starts: string;
  ends: string;
  title: string;
  summary: string;
  path: string;
  place?: string | undefined;
};

type CalendarFile = {
  /** What calendars call it. */
  name: string;
  siteUrl: string;
  days: readonly CalendarDay[];
  events?: readonly CalendarEvent[];
  now: Date;
};

/** Whole days and events as an iCalendar file (RFC 5545) to subscribe to. A day keeps its id when it moves. */
export function writeCalendar({ name, siteUrl, days, events = [], now }: CalendarFile): string {
  const { hostname } = new URL(siteUrl);
  const stamp = inUtc(now.toISOString());
  const timed = events.flatMap(({ starts, ends, title, summary, path, place }) => [
    'BEGIN:VEVENT',
    `UID:${idOf(path)}@${hostname}`,
    `DTSTAMP:${stamp}`,
    `DTSTART:${inUtc(starts)}`,
    `DTEND:${inUtc(ends)}`,
    `SUMMARY:${escape(title)}`,
    `DESCRIPTION:${escape(summary)}`,
    ...(place === undefined ? [] : [`LOCATION:${escape(place)}`]),
    `URL:${siteUrl}${path}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  const wholeDays = days.flatMap(({ day, what, path }) => [
    'BEGIN:VEVENT',
    `UID:${idOf(what)}@${hostname}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(addDays(day, 1))}`,
    `SUMMARY:${escape(what)}`,
    `URL:${siteUrl}${path}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lectern//Dates//EN',
    `NAME:${escape(name)}`,
    `X-WR-CALNAME:${escape(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:P1D',
    ...wholeDays,
    ...timed,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function idOf(what: string): string {
  return what
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '');
}

/** `20270206T100000Z` */
function inUtc(time: string): string {
  return `${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function compact(day: Day): string {
  return day.replaceAll('-', '');
}

function escape(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
}

/** Lines of 75 bytes at most; what goes on begins with a space. No character is cut in two. */
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
