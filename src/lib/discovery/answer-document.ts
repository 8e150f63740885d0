import { createHash } from 'node:crypto';
import { documents, type DocumentName } from '#lib/content/discovery-documents.ts';
import { evaluateConditions } from '#lib/http/conditions.ts';
import { endpoint, type EndpointHandler } from '#lib/http/endpoint.ts';
import { hasChanged } from '#lib/i18n/en/delivery.ts';

type DocumentAnswer = {
  type: string;
  /** A string is sent unchanged, any other value as JSON. */
  body: unknown;
  /** Seconds for which any cache may store the document. */
  maxAge?: number;
};

const anyOrigin = { 'Access-Control-Allow-Origin': '*' };

type Services = App.Locals['services'];

/** Creates the route of a document that is generated on each request. */
export function documentEndpoint(
  name: DocumentName,
  makeBody: (services: Services) => unknown,
  options: Pick<DocumentAnswer, 'maxAge'> = {},
): EndpointHandler {
  const { type } = documents[name];
  return endpoint(name, async ({ locals, request }) =>
    answerDocument(request, { type, body: await makeBody(locals.services), ...options }),
  );
}

/**
 * Serves a generated document like a published file: CORS for any origin, an entity tag, conditional requests, no body
 * for HEAD.
 */
export function answerDocument(request: Request, { type, body, maxAge = 300 }: DocumentAnswer): Response {
  const text = typeof body === 'string' ? body : `${JSON.stringify(body, null, 2)}\n`;
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const headers = { ...anyOrigin, ETag: etag, 'Cache-Control': `public, max-age=${maxAge}, must-revalidate` };
  const status = evaluateConditions((condition) => request.headers.get(condition), { etag });
  if (status === 304) return new Response(null, { status, headers });
  if (status === 412) {
    return new Response(`${hasChanged}\n`, {
      status,
      headers: { ...anyOrigin, 'Cache-Control': 'no-store' },
    });
  }
  const bytes = new TextEncoder().encode(text);
  return new Response(request.method === 'HEAD' ? null : bytes, {
    headers: { ...headers, 'Content-Type': type, 'Content-Length': String(bytes.length) },
  });
}
