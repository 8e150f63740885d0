import { endpoint, methodNotAllowed } from '#lib/http/endpoint.ts';
import { jsonBytes } from '#lib/http/json-bytes.ts';
import { limitHeaders } from '#lib/http/limits.ts';
import { clientOf } from '#lib/http/request-client.ts';
import { countFruitlessSearch } from '#lib/insights/search-without-results.ts';
import { parseSearchQuery } from '#lib/search/query.ts';

export const prerender = false;

export const GET = endpoint('search', async (context) => {
  const { clientAddress, insights, limits, search } = context.locals.services;
  const state = await limits.search.take(clientOf(context, clientAddress));
  const query = parseSearchQuery(context.url);
  const answer = await search.search(query);
  countFruitlessSearch(insights, { query, answer });
  // Private, since it tells one client's limits.
  const headers = { ...limitHeaders(state), 'Cache-Control': 'private, max-age=60' };
  return new Response(jsonBytes(answer), { headers: { 'Content-Type': 'application/json', ...headers } });
});

export const HEAD = GET;
export const ALL = methodNotAllowed('GET', 'HEAD', 'OPTIONS');
