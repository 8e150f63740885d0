import type { APIRoute } from 'astro';
import { readFinder } from '#app/content-view/finder.ts';
import { compressResponse } from '#lib/delivery/compress-response.ts';
import { seatsMaxAge } from '#lib/finder/free-seats.ts';

export const prerender = false;

/** Free seats and waiting lists by term and course, for the scripts of published pages. */
export const GET: APIRoute = async ({ locals, request }) => {
  const { seats } = await readFinder(locals.services.site.seatCounts);
  const byTerm = [...(seats ?? [])].map(([term, courses]) => [term, Object.fromEntries(courses)]);
  const response = Response.json(Object.fromEntries(byTerm), {
    headers: { 'Cache-Control': `private, max-age=${seatsMaxAge / 1000}` },
  });
  return compressResponse(request, response);
};
