import { createHash } from 'node:crypto';
import { documents, type DocumentName } from '#lib/content/discovery-documents.ts';
import { endpoint, type EndpointHandler } from '#lib/http/endpoint.ts';

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
 * Serves a generated document like a published file: CORS for any origin, an entity tag, 304 if it matches, no body for
 * HEAD.
 */
export function answerDocument(request: Request, { type, body, maxAge = 300 }: DocumentAnswer): Response {
  const text = typeof body === 'string' ? body : `${JSON.stringify(body, null, 2)}\n`;
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const headers = { ...anyOrigin, ETag: etag, 'Cache-Control': `public, max-age=${maxAge}, must-revalidate` };
  if (matchesEntityTag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers });
  const bytes = new TextEncoder().encode(text);
  return new Response(request.method === 'HEAD' ? null : bytes, {
    headers: { ...headers, 'Content-Type': type, 'Content-Length': String(bytes.length) },
  });
}

/** Weak comparison (RFC 9110, section 13.1.2), because proxies weaken entity tags when they compress. */
function matchesEntityTag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  const tags = ifNoneMatch.match(/"[^"]*"/g);
  return ifNoneMatch.trim() === '*' || (tags !== null && tags.includes(etag));
}
