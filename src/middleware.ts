import type { APIContext, MiddlewareNext } from 'astro';
import { withContentView } from '#app/content-view/content-view.ts';
import { admitRequest } from '#app/admit-request.ts';
import { findRoutePolicy, type RoutePolicy } from '#app/route-policies.ts';
import { compressResponse } from '#lib/delivery/compress-response.ts';
import { negotiateResponse } from '#lib/delivery/negotiate-response.ts';
import { renderOrFail, type RenderOptions } from '#lib/delivery/render-or-fail.ts';
import { pageLinks } from '#lib/discovery/link-relations.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { limitHeaders, type LimitState } from '#lib/http/limits.ts';
import { answerOtherMethod } from '#lib/http/other-methods.ts';
import { requireOwnOrigin } from '#lib/http/own-origin.ts';
import { requestErrors } from '#lib/i18n/en/errors.ts';
import { addFontPreloads } from '#lib/publishing/font-preloads.ts';
import { readContent } from '#lib/publishing/twin/article.ts';
import { toTwin } from '#lib/publishing/twin/twin.ts';

/** Applies the policy of the route to every request that reaches Astro. Requests for published pages do not reach it. */
export async function onRequest(context: APIContext, next: MiddlewareNext): Promise<Response> {
  if (import.meta.env.DEV) {
    const { respondInDev } = await import('#app/dev-services.ts');
    return respondInDev(context, next, render);
  }
  return context.isPrerendered ? preloadFonts(await next()) : respond(context, next);
}

/** Renders from the current publication, and sends a page in the variant that the request accepts. */
async function respond(context: APIContext, next: MiddlewareNext): Promise<Response> {
  const { locals, request, routePattern, url } = context;
  const { site, requests } = locals.services;
  const { contactEmail, publication, siteUrl } = site;
  const { contentPolicy, hasMarkdown } = findRoutePolicy(routePattern);
  const view = { ...publication.view(new Date()), settings: { contactEmail, siteUrl } };
  try {
    const response = await withContentView(view, () => render(context, next));
    if (!isHtml(response)) return response;
    for (const [name, value] of await requests.pageHeaders(contentPolicy)) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    if (!hasMarkdown) return response;
    const variant = await negotiateResponse(request, response, {
      siteUrl,
      pageLinks,
      toTwin: (html) => toTwin(readContent(html), { origin: siteUrl, path: url.pathname }),
    });
    return await compressResponse(request, variant);
  } finally {
    // A streamed response continues, but mostly waits for a model.
    locals.endWork?.();
  }
}

/**
 * Renders dynamic routes, also in `npm run dev`, which has no variants, and no Content-Security-Policy, because its pages
 * contain inline code that a build moves to files.
 */
async function render(context: APIContext, next: MiddlewareNext): Promise<Response> {
  const { locals, request, routePattern } = context;
  const policy = findRoutePolicy(routePattern);
  locals.trace.route = routePattern;
  const rendering: RenderOptions = {
    render: async () => {
      requireExactAddress(request, policy);
      // A rewrite runs the middleware again.
      const isAdmitted = locals.endWork !== undefined;
      if (!isAdmitted) {
        if (!(await admitRequest(context, policy))) return disconnected();
        const { methods } = policy;
        const answer = methods === 'route' ? undefined : answerOtherMethod(request, { ...policy, methods });
        if (answer) return answer;
      }
      if (request.method === 'POST' && policy.errors === 'json' && policy.foreignPosts === 'refused') {
        requireOwnOrigin(request, locals.services.site.siteUrl);
      }
      return next();
    },
    name: routePattern,
    errors: policy.errors,
    log: locals.trace.log,
    errorPages: locals.errorPages,
  };
  const response = await preloadFonts(await renderOrFail(rendering));
  setLimitHeaders(response, locals.limitState);
  setPolicyHeaders(response, policy, request.method);
  return response;
}

/** Returns a response for the log only: nginx also uses status 499 for clients that disconnected. */
function disconnected(): Response {
  return new Response(null, { status: 499 });
}

/** Astro ignores a slash or .html at the end. Such addresses of pages are redirected before they reach the middleware. */
function requireExactAddress({ url }: Request, { errors }: RoutePolicy): void {
  if (errors === 'json' && /\/$|\.html$/.test(new URL(url).pathname)) {
    throw new ApiError('NOT_FOUND', requestErrors.pageSuffix);
  }
}

/** Sets no headers if the route has set them, or if a shared cache could send them to other clients. */
function setLimitHeaders({ headers, status }: Response, state: LimitState | undefined): void {
  const isShared = headers.get('Cache-Control')?.includes('public');
  if (!state || status >= 400 || isShared || headers.has('X-RateLimit-Limit')) return;
  for (const [name, value] of Object.entries(limitHeaders(state))) headers.set(name, value);
}

function setPolicyHeaders({ headers }: Response, policy: RoutePolicy, method: string): void {
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', policy.cache);
  if (policy.referrer && !headers.has('Referrer-Policy')) headers.set('Referrer-Policy', policy.referrer);
  // Libraries set it on streams. It is the server's, which closes the connection if the client asks for that.
  headers.delete('Connection');
  if (!policy.isIndexed) headers.set('X-Robots-Tag', 'noindex');
  if (policy.isOpen && (method === 'GET' || method === 'HEAD')) {
    headers.set('Access-Control-Allow-Origin', '*');
  }
  // Pages of other sites may embed any response that their scripts may read, and read its headers, such as Retry-After.
  if (headers.get('Access-Control-Allow-Origin') === '*') {
    headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
    headers.set('Access-Control-Expose-Headers', '*');
  }
}

function isHtml({ headers }: Response): boolean {
  return headers.get('Content-Type')?.startsWith('text/html') ?? false;
}

async function preloadFonts(rendered: Response): Promise<Response> {
  if (!isHtml(rendered) || !rendered.body) return rendered;
  return new Response(addFontPreloads(await rendered.text()), rendered);
}
