import { endpoint, methodNotAllowed } from '#lib/http/endpoint.ts';
import { parseSearchQuery } from '#lib/search/query.ts';

export const prerender = false;

export const GET = endpoint('search', async ({ locals, url }) => {
  const answer = await locals.services.search.search(parseSearchQuery(url));
  return Response.json(answer, {
    headers: { 'Cache-Control': 'public, max-age=60', 'Access-Control-Allow-Origin': '*' },
  });
});

export const ALL = methodNotAllowed('GET', 'HEAD', 'OPTIONS');
