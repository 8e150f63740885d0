import type { MiddlewareNext } from 'astro';
import { ApiError, isApiError } from '#lib/http/api-error.ts';
import { endpoint, type EndpointContext } from '#lib/http/endpoint.ts';
import { clientOf } from '#lib/http/request-client.ts';
import { documents, madeOnDemand } from './documents.ts';

/** By route, with the second address of the server card. */
const routes: ReadonlySet<string> = new Set([
  ...[...madeOnDemand].map((name) => documents[name].path),
  '/.well-known/mcp/server-card.json',
]);

export function isDocumentOnDemand(routePattern: string): boolean {
  return routes.has(routePattern);
}

/**
 * Counts the client, then answers with the document. What is left is told by the refusal alone: shared caches keep
 * the documents, and would tell one client of another.
 */
export async function answerWithinLimit(context: EndpointContext, next: MiddlewareNext): Promise<Response> {
  const { clientAddress, limits } = context.locals.services;
  const counted = endpoint('documents', async () => {
    try {
      await limits.discovery.take(clientOf(context, clientAddress));
    } catch (error) {
      throw isApiError(error) ? openToAll(error) : error;
    }
    return next();
  });
  return counted(context);
}

/** As the documents are. */
function openToAll({ code, message, resolution, headers }: ApiError): ApiError {
  const open = { ...headers, 'Access-Control-Allow-Origin': '*' };
  return new ApiError(code, { message, resolution, headers: open });
}
