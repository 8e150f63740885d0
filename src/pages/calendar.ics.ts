import { writeDatesCalendar } from '#app/content-view/calendars.ts';

export const prerender = true;

export async function GET(): Promise<Response> {
  return new Response(await writeDatesCalendar(), {
    headers: { 'Content-Type': 'text/calendar; charset=utf-8' },
  });
}
