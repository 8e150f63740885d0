import { readSearchAnswer } from '#app/content-view/search-answers.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { countFruitlessSearch } from '#lib/insights/search-without-results.ts';
import { parseSearchQuery } from '#lib/search/query.ts';

export const prerender = false;

export const GET = endpoint('search', async ({ locals, url }) => {
  const query = parseSearchQuery(url);
  const answer = await readSearchAnswer(query, locals.services.site);
  countFruitlessSearch(locals.services.site.insights, { query, answer });
  return Response.json(answer);
});
