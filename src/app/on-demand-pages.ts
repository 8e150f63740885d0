import type { APIContext } from 'astro';
import { clientOf } from '#lib/http/request-client.ts';

/** Pages that are made for each query. All other pages on demand are forms, or have a tool of their own. */
const readable = ['/courses/find', '/courses/compare', '/programs/compare'];

/**
 * Reads a page that is made on demand, as GET of its address with `Accept: text/markdown` does. The request counts
 * against the limit of such pages, and carries nothing of the client's headers.
 * @param address path with query
 * @returns its Markdown; undefined for any other address
 * @throws ApiError RATE_LIMITED
 */
export async function readOnDemandPage(context: APIContext, address: string): Promise<string | undefined> {
  const { locals, routePattern } = context;
  const { requests, site } = locals.services;
  const url = new URL(site.siteUrl + address);
  if (!readable.includes(url.pathname)) return undefined;
  await requests.limits.pages.take(clientOf(context, requests.clientAddress));
  try {
    const response = await context.rewrite(new Request(url, { headers: { Accept: 'text/markdown' } }));
    if (!response.ok) throw new Error(`${url.pathname} answered ${response.status}`);
    return await response.text();
  } finally {
    locals.trace.route = routePattern;
  }
}
