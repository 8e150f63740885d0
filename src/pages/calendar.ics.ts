import { writeCalendar } from '#lib/content/calendar-file.ts';
import { listEvents, startOfToday, terms, today } from '#app/content.ts';
import { withOffset } from '#lib/content/local-time.ts';
import { nextTermDates } from '#lib/content/next-dates.ts';
import { readSiteConfig } from '#app/env.ts';
import { site } from '#site';

export const prerender = true;

export async function GET(): Promise<Response> {
  const { siteUrl } = readSiteConfig();
  const { upcoming } = await listEvents();
  const file = writeCalendar({
    name: `${site.shortName}: dates`,
    siteUrl,
    days: nextTermDates(terms(), today()),
    events: upcoming.map(({ path, data }) => ({
      ...data,
      path,
      starts: withOffset(site.timeZone, data.starts),
      ends: withOffset(site.timeZone, data.ends),
    })),
    now: startOfToday(),
  });
  return new Response(file, { headers: { 'Content-Type': 'text/calendar; charset=utf-8' } });
}
