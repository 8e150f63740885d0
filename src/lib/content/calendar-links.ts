import type { CalendarEvent } from './calendar-file.ts';

/** Addresses that add an event or a feed to a calendar, by calendar app. */
export type CalendarLinks = Record<'google' | 'outlook' | 'apple' | 'file', string>;

/** Links to subscribe to a feed. Apple Calendar and many other apps open `webcal:` addresses. */
export function feedLinks({ url, name }: { url: string; name: string }): CalendarLinks {
  const webcal = url.replace(/^https?:/, 'webcal:');
  return {
    google: `https://calendar.google.com/calendar/render?${new URLSearchParams({ cid: webcal })}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${new URLSearchParams({ url, name })}`,
    apple: webcal,
    file: url,
  };
}

type LinkedEvent = Pick<CalendarEvent, 'title' | 'summary' | 'starts' | 'ends' | 'place'> & {
  /** Address of the event's calendar file. */
  url: string;
};

/** Links to add one event. */
export function eventLinks({ title, summary, starts, ends, place, url }: LinkedEvent): CalendarLinks {
  const [from, to] = [starts, ends].map((time) => new Date(time).toISOString());
  const compact = (time = '') => time.replaceAll(/[-:]|\.\d+/g, '');
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(from)}/${compact(to)}`,
    details: summary,
    ...(place && { location: place }),
  });
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    body: summary,
    ...(from && to && { startdt: from, enddt: to }),
    ...(place && { location: place }),
  });
  return {
    google: `https://calendar.google.com/calendar/render?${google}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}`,
    apple: url.replace(/^https?:/, 'webcal:'),
    file: url,
  };
}
