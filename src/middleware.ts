import type { APIContext, MiddlewareNext } from 'astro';
import { negotiateResponse } from '#lib/delivery/negotiate-response.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { readContent } from '#lib/publishing/content.ts';
import { toTwin } from '#lib/publishing/twin.ts';

/** What every page and endpoint that is made on demand has in common. Prerendered pages never come here. */
export async function onRequest(context: APIContext, next: MiddlewareNext): Promise<Response> {
  if (context.isPrerendered) return next();
  const { url, request, locals } = context;
  if (import.meta.env.DEV) {
    const { openPreviewServices } = await import('./preview-services.ts');
    locals.services = await openPreviewServices();
  }

  const isApi = url.pathname === '/api' || url.pathname.startsWith('/api/');
  if (isApi && url.pathname.endsWith('/')) return nothingHere().toResponse();
  const response = await next();
  if (isApi || !response.headers.get('Content-Type')?.startsWith('text/html')) return response;

  const origin = context.site?.origin ?? url.origin;
  return negotiateResponse(request, response, {
    siteUrl: origin,
    toTwin: (html) => toTwin(readContent(html), { origin, path: url.pathname }),
  });
}

function nothingHere(): ApiError {
  return new ApiError('NOT_FOUND', {
    message: 'There is nothing at this address.',
    resolution: 'API addresses do not end in a slash: leave it out.',
  });
}
