import { writeCalendar } from '#lib/content/calendar-file.ts';
import { terms, today } from '#lib/content/pages.ts';
import { nextDates } from '#lib/content/term-dates.ts';
import { readBuildConfig } from '#lib/env.ts';
import { site } from '../site.ts';

export const prerender = true;

export function GET(): Response {
  const { siteUrl } = readBuildConfig();
  const days = nextDates(terms, today);
  const file = writeCalendar({ name: `${site.shortName}: dates`, siteUrl, days, now: new Date() });
  return new Response(file, { headers: { 'Content-Type': 'text/calendar; charset=utf-8' } });
}
