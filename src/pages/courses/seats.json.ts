import type { APIRoute } from 'astro';
import { readFinder } from '#app/finder.ts';
import { seatsMaxAge } from '#lib/finder/free-seats.ts';

export const prerender = false;

/** Free seats and waiting lists by term and course, for the scripts of published pages. */
export const GET: APIRoute = async ({ locals }) => {
  const { seats } = await readFinder(locals.services.seatCounts);
  const byTerm = [...(seats ?? [])].map(([term, courses]) => [term, Object.fromEntries(courses)]);
  return Response.json(Object.fromEntries(byTerm), {
    headers: { 'Cache-Control': `private, max-age=${seatsMaxAge / 1000}` },
  });
};
