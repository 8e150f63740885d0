import { readFinder } from '#app/content-view/finder.ts';

export const prerender = true;

/** The words of each course that keywords match, by code. /courses fetches them when they are needed. */
export async function GET(): Promise<Response> {
  const { courses } = await readFinder();
  return Response.json(Object.fromEntries(courses.map(({ code, words }) => [code, words])));
}
