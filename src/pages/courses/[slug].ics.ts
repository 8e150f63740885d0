import type { APIRoute, InferGetStaticPropsType } from 'astro';
import { writeCourseCalendar } from '#app/content-view/calendars.ts';
import { listCourses } from '#app/content-view/content.ts';

export const prerender = true;

export async function getStaticPaths() {
  return (await listCourses()).map((course) => ({ params: { slug: course.id }, props: { course } }));
}

/** The meetings of a course, to subscribe to. */
export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props }) =>
  new Response(writeCourseCalendar(props.course), {
    headers: { 'Content-Type': 'text/calendar; charset=utf-8' },
  });
