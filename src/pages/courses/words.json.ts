import { readFinder } from '#app/content-view/finder.ts';

export const prerender = true;

/** The searchable words of each course, by code. /courses fetches them on demand. */
export async function GET(): Promise<Response> {
  const { courses } = await readFinder();
  return Response.json(Object.fromEntries(courses.map(({ code, words }) => [code, words])));
}
