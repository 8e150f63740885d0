import type { APIRoute, InferGetStaticPropsType } from 'astro';
import { writeEventCalendar } from '#app/content-view/calendars.ts';
import { listEntries } from '#app/content-view/content.ts';

export const prerender = true;

export async function getStaticPaths() {
  return (await listEntries('events')).map((event) => ({ params: { slug: event.id }, props: { event } }));
}

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props }) =>
  new Response(writeEventCalendar(props.event), {
    headers: { 'Content-Type': 'text/calendar; charset=utf-8' },
  });
