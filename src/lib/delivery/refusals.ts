import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostErrors, tooManyHeaders, traceError } from '#lib/i18n/en/delivery.ts';
import { requestErrors } from '#lib/i18n/en/errors.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { parseClientOrigin } from '#lib/http/client-text.ts';
import { isApiPath } from './request-path.ts';
import { answerApiError, answerText } from './short-answers.ts';
import type { ServerLimits } from './server-limits.ts';

/** In milliseconds. */
const pollInterval = 10;

type Limits = Pick<ServerLimits, 'headers' | 'bodyBytes' | 'bodyBytesAt' | 'unwantedFor'>;
type RefusalOptions = { limits: Limits; withSecurityHeaders: (response: ServerResponse) => ServerResponse };

/** Refuses requests that are invalid at any address. Returns false for others. */
export function refuseRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { limits, withSecurityHeaders }: RefusalOptions,
): boolean {
  if (request.rawHeaders.length > 2 * limits.headers) {
    response.shouldKeepAlive = false;
    answerText(withSecurityHeaders(response), 431, tooManyHeaders({ max: limits.headers }));
    return true;
  }
  const hostProblem = findHostProblem(request);
  if (hostProblem !== undefined) {
    answerHostProblem(request, withSecurityHeaders(response), hostProblem);
    return true;
  }
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  if (request.method === 'TRACE') {
    answerTrace(request, withSecurityHeaders(response));
    return true;
  }
  if (Number(request.headers['content-length'] ?? 0) <= maxBodyBytes(request, limits)) return false;
  answerTooLarge(request, withSecurityHeaders(response), limits);
  return true;
}

/** Node refuses a request without a Host header, but uses the first of several. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

type HostProblem = { message: string; resolution: string };

/**
 * RFC 9112, section 3.2. Of two Host headers, a proxy may use a different one from this server. Astro fails on an
 * invalid host.
 */
function findHostProblem({ rawHeaders, headers }: IncomingMessage): HostProblem | undefined {
  if (hasTwoHosts(rawHeaders)) return hostErrors.several;
  return isHost(headers.host ?? '') ? undefined : hostErrors.invalid;
}

/** The last valid host, since nearly all requests have the same one. */
let lastHost = '';

/** An empty host is valid, for targets without a host. */
function isHost(host: string): boolean {
  if (host === '' || host === lastHost) return true;
  if (/[\s/?#@\\,]/.test(host) || !parseClientOrigin(`http://${host}`)) return false;
  lastHost = host;
  return true;
}

function answerHostProblem(
  request: IncomingMessage,
  response: ServerResponse,
  { message, resolution }: HostProblem,
): void {
  response.shouldKeepAlive = false;
  if (!isApiPath(request.url ?? '')) return answerText(response, 400, message);
  answerApiError(response, new ApiError('INVALID_REQUEST', { message, resolution }));
}

/** TRACE would reveal headers that scripts must not read. `fetch` refuses TRACE too, so no route can handle it. */
function answerTrace(request: IncomingMessage, response: ServerResponse): void {
  const allow = 'GET, HEAD, POST, OPTIONS';
  const { message } = traceError;
  if (!isApiPath(request.url ?? '')) return answerText(response, 405, message, ['Allow', allow]);
  answerApiError(response, new ApiError('METHOD_NOT_ALLOWED', { ...traceError, headers: { Allow: allow } }));
}

/** Does not close the connection at once, because a browser that is still sending would not receive the response. */
function answerTooLarge(request: IncomingMessage, response: ServerResponse, limits: Limits): void {
  boundUnwantedBody(request, response, limits);
  const { message, resolution } = requestErrors.tooLarge({ maxBytes: maxBodyBytes(request, limits) });
  const { url = '', headers } = request;
  if (!isApiPath(url) && !headers.accept?.includes('application/json')) {
    return answerText(response, 413, `${message} ${resolution}`);
  }
  answerApiError(response, new ApiError('PAYLOAD_TOO_LARGE', { message, resolution }));
}

function maxBodyBytes({ url = '' }: IncomingMessage, { bodyBytes, bodyBytesAt }: Limits): number {
  const [path = ''] = url.split('?', 1);
  return bodyBytesAt.get(path) ?? bodyBytes;
}

/** Sends the health response during shutdown, which makes a load balancer use another instance. */
export function answerStopping(response: ServerResponse): void {
  const body = '{"status":"stopping"}';
  response.writeHead(503, [
    ...['Content-Type', 'application/json', 'Content-Length', String(body.length)],
    ...['Cache-Control', 'no-store', 'Retry-After', '1', 'Access-Control-Allow-Origin', '*'],
    ...['X-Content-Type-Options', 'nosniff'],
  ]);
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Closes the connection if a body continues after its response. Until then it reads on, for a limited time and size, so
 * that the sender receives the response.
 */
export function boundUnwantedBody(request: IncomingMessage, response: ServerResponse, limits: Limits): void {
  response.once('finish', () => {
    if (request.complete || request.destroyed) return;
    const { socket } = request;
    const maxBytes = socket.bytesRead + maxBodyBytes(request, limits);
    const until = Date.now() + limits.unwantedFor;
    // Node discards such a body without reporting its bytes.
    const timer = setInterval(() => {
      if (request.complete || socket.destroyed) clearInterval(timer);
      else if (socket.bytesRead > maxBytes || Date.now() > until) socket.destroy();
    }, pollInterval).unref();
  });
}
