import type { MiddlewareNext } from 'astro';
import { compressResponse } from './lib/delivery/compress-response.ts';
import { negotiateResponse } from './lib/delivery/negotiate-response.ts';
import { renderOrFail } from './lib/delivery/render-or-fail.ts';
import { pageLinks } from './lib/discovery/links.ts';
import { ApiError } from './lib/http/api-error.ts';
import type { EndpointContext } from './lib/http/endpoint.ts';
import { limitHeaders, type LimitState } from './lib/http/limits.ts';
import { readContent } from './lib/publishing/content.ts';
import { previewHeader } from './lib/publishing/preview-header.ts';
import { toTwin } from './lib/publishing/twin.ts';

/** What every page and endpoint that is made on demand has in common. Prerendered pages never come here. */
export function onRequest(context: EndpointContext, next: MiddlewareNext): Promise<Response> {
  return import.meta.env.DEV ? answerTimed(context, next) : answer(context, next);
}

/** Previews tell what took how long. */
async function answerTimed(context: EndpointContext, next: MiddlewareNext): Promise<Response> {
  const { timeAnswer } = await import('./app/preview-timing.ts');
  return timeAnswer(context, () => answer(context, next));
}

async function answer(context: EndpointContext, next: MiddlewareNext): Promise<Response> {
  const { url, request, locals } = context;
  // Not there in builds and previews.
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- see above
  locals.trace ??= {
    id: 'preview',
    route: undefined,
    log: (await import('./app/preview-log.ts')).previewLog,
  };
  locals.trace.route = context.routePattern;
  if (context.isPrerendered) return next();
  if (import.meta.env.DEV) {
    // The preview publishes pages that a build would have; those made on demand are none of them.
    if (request.headers.has(previewHeader)) return new Response(null, { status: 404 });
    const { openPreviewServices } = await import('./app/preview-services.ts');
    locals.services = await openPreviewServices();
  }

  const isApi = url.pathname === '/api' || url.pathname.startsWith('/api/');
  // Astro takes these addresses for the route's own.
  const asked = new URL(request.url).pathname;
  if (isApi && /\/$|\.html$/.test(asked)) return nothingHere().toResponse();
  const { failurePage } = locals;
  // A preview shows what is wrong instead.
  const answer =
    failurePage === undefined
      ? next()
      : renderOrFail({
          ...{ render: next, name: context.routePattern, isApi },
          ...{ failurePage, log: locals.trace.log },
        });
  const response = withLimit(locals.limitState, await protect(context, await answer));
  if (/^\/staff(\/|$)/.test(context.routePattern)) return keepPrivate(response);
  if (isApi) return openToOrigins(request, response);
  if (!response.headers.get('Content-Type')?.startsWith('text/html')) return response;

  const origin = context.site?.origin ?? url.origin;
  const negotiated = await negotiateResponse(request, response, {
    siteUrl: origin,
    pageLinks,
    toTwin: (html) => toTwin(readContent(html), { origin, path: url.pathname }),
  });
  // Previews are still converted behind this.
  return import.meta.env.DEV ? negotiated : compressResponse(request, negotiated);
}

/** What a browser must not make of the answer; those that are no pages have theirs by now. */
async function protect({ locals, routePattern }: EndpointContext, response: Response): Promise<Response> {
  const { headers } = response;
  // Previews run code that the build will have put elsewhere.
  if (import.meta.env.DEV) return response;
  if (!headers.get('Content-Type')?.startsWith('text/html')) return letEmbed(response);
  for (const [name, value] of await locals.services.pagePolicies.headersOf(routePattern)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  return response;
}

/** Says what is left of the limit, except where a shared cache would show it to other clients. */
function withLimit(state: LimitState | undefined, response: Response): Response {
  const { headers, status } = response;
  const isShared = headers.get('Cache-Control')?.includes('public');
  // A form that was sent has a limit of its own, whose headers it carries.
  if (!state || status >= 400 || isShared || headers.has('X-RateLimit-Limit')) return response;
  for (const [name, value] of Object.entries(limitHeaders(state))) headers.set(name, value);
  return response;
}

function nothingHere(): ApiError {
  return new ApiError('NOT_FOUND', {
    message: 'There is nothing at this address.',
    resolution: 'API addresses end neither in a slash nor in .html: leave it out.',
  });
}

/** Staff pages have one form, are kept nowhere, found nowhere and shown in no frame. */
function keepPrivate(response: Response): Response {
  response.headers.set('Cache-Control', 'no-store');
  response.headers.set('X-Robots-Tag', 'noindex');
  response.headers.set('X-Frame-Options', 'DENY');
  response.headers.set('Referrer-Policy', 'same-origin');
  return response;
}

/** What can be read by GET may be read from any page; what can be sent is for our own pages. */
function openToOrigins(request: Request, response: Response): Response {
  if (request.method === 'GET' || request.method === 'HEAD') {
    response.headers.set('Access-Control-Allow-Origin', '*');
  }
  return letEmbed(response);
}

/** What pages of other origins may read they may show as well. */
function letEmbed(response: Response): Response {
  if (response.headers.get('Access-Control-Allow-Origin') === '*') {
    response.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
  }
  return response;
}
