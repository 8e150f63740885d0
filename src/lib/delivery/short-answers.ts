import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '#lib/http/api-error.ts';
import { preflightHeaders } from '#lib/http/other-methods.ts';
import { documentHeaders } from '#lib/http/security-headers.ts';
import type { Log } from '#lib/log/log.ts';
import { failureText, malformedAddress, notAcceptableText, useOneOf } from '#lib/i18n/en/delivery.ts';
import { isApiPath } from './request-path.ts';
import type { BodyStore } from './bodies.ts';
import type { PreparedBody } from './prepared.ts';

const allowed = 'GET, HEAD, OPTIONS';
/** Security headers that do not depend on settings. `delivery.ts` sets the header for https. */
const securityHeaders = documentHeaders('').flat();

export function answerText(response: ServerResponse, status: number, text: string, headers: string[] = []) {
  const body = Buffer.from(`${text}\n`);
  response.writeHead(status, [
    ...['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', String(body.length)],
    ...['Cache-Control', 'no-store', ...securityHeaders, ...headers],
  ]);
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

export function answerApiError(response: ServerResponse, error: ApiError): void {
  const body = Buffer.from(JSON.stringify(error));
  const headers = Object.entries(error.headers).flat();
  response.writeHead(error.status, [
    ...['Content-Type', 'application/json', 'Content-Length', String(body.length)],
    ...['Cache-Control', 'no-store', ...securityHeaders, ...headers],
  ]);
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/**
 * Redirects to a page's canonical address. `location` is a path with a query, which must not come from request headers.
 */
export function answerRedirect(response: ServerResponse, location: string): void {
  response.writeHead(308, [
    ...['Location', location, 'Content-Length', '0', 'Cache-Control', 'public, max-age=3600'],
    ...['Vary', 'Accept', ...securityHeaders],
  ]);
  response.end();
}

export function answerNotAcceptable(response: ServerResponse): void {
  answerText(response, 406, notAcceptableText, ['Vary', 'Accept, Accept-Encoding']);
}

/** Responds to methods other than GET and HEAD on a page or file. */
export function answerOtherMethod(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== 'OPTIONS') {
    return answerText(response, 405, useOneOf({ allow: allowed }), ['Allow', allowed]);
  }
  response.writeHead(204, ['Allow', allowed, ...Object.entries(preflightHeaders).flat(), ...securityHeaders]);
  response.end();
}

export function answerMalformed(
  request: IncomingMessage,
  response: ServerResponse,
  problem: 'malformed' | 'long',
): void {
  const error = malformedAddress[problem];
  if (!isApiPath(request.url ?? ''))
    return answerText(response, problem === 'long' ? 414 : 400, error.message);
  answerApiError(response, new ApiError('INVALID_REQUEST', error));
}

/** Responds with a 500. Closes the connection instead if the response has begun. */
export function answerFailure(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (!isApiPath(request.url ?? '')) return answerText(response, 500, failureText.page);
  answerApiError(response, new ApiError('INTERNAL', failureText.api));
}

/** Sends a body that is not in memory. On an error, logs it and responds with a 500. */
export async function sendFromDisk(
  response: ServerResponse,
  status: number,
  { body, bodies, log }: { body: PreparedBody; bodies: BodyStore; log: Log },
): Promise<void> {
  const { stored, layout } = body;
  response.statusCode = status;
  try {
    if (bodies.isLarge(stored)) {
      response.writeHead(status, layout.headers);
      await pipeline(createReadStream(stored.file, { end: stored.bytes - 1 }), response);
      return;
    }
    const content = await bodies.read(stored);
    response.writeHead(status, layout.headers);
    response.end(content);
  } catch (error) {
    if (response.destroyed) return;
    log.error(`could not send ${stored.file}`, { error });
    answerFailure(response.req, response);
  }
}
