import type { APIRoute, InferGetStaticPropsType } from 'astro';
import { writeCourseCalendar } from '#app/content-view/calendars.ts';
import { listCourses } from '#app/content-view/content.ts';

export const prerender = true;

export async function getStaticPaths() {
  return (await listCourses()).map((course) => ({ params: { slug: course.id }, props: { course } }));
}

/** The calendar of a course's meetings, for subscriptions. */
export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props }) =>
  new Response(writeCourseCalendar(props.course), {
    headers: { 'Content-Type': 'text/calendar; charset=utf-8' },
  });
