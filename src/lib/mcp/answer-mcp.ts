import { createMcpHandler, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { ApiError, type ErrorCode } from '#lib/http/api-error.ts';
import type { Log } from '#lib/log/log.ts';
import { toApiError } from '#lib/http/endpoint.ts';
import { limitHeaders, type Limit } from '#lib/http/limits.ts';
import { readBody } from '#lib/http/read-body.ts';
import { refuseInvalidParams } from './invalid-params.ts';
import { createMcpServer, type Offer } from './mcp-server.ts';
import type { Caller } from './tool.ts';

type AnswerOptions = { offer: Offer; limit: Limit; caller: Caller };

const maxBytes = 65_536;
const allow = 'POST, OPTIONS';

/**
 * Answers one message of the streamable HTTP transport without a session: counts the client, checks origin,
 * size and shape, and lets a server that is made for this request answer. Faults are JSON-RPC errors.
 */
export async function answerMcp(
  request: Request,
  { offer, limit, caller }: AnswerOptions,
): Promise<Response> {
  const headers: Record<string, string> = {};
  try {
    Object.assign(headers, limitHeaders(await limit.take(caller.client)));
    requireSiteOrigin(request, offer.siteUrl);
    const parsedBody = parseMessage(await readBody(request, 'application/json', { maxBytes }));
    const answer =
      refuseInvalidParams(parsedBody) ??
      (await handle(request, parsedBody, {
        createServer: () => createMcpServer(offer, caller),
        log: caller.log,
      }));
    for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
    if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', 'no-store');
    return answer;
  } catch (error) {
    return toRpcResponse(toApiError(caller.log, 'mcp', error), headers);
  }
}

/** What is no POST: there is no stream to listen to and no session to end. */
export function answerOtherMethod(request: Request, siteUrl: string, log: Log): Response {
  try {
    requireSiteOrigin(request, siteUrl);
  } catch (error) {
    return toRpcResponse(toApiError(log, 'mcp', error));
  }
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow } });
  const refusal = new ApiError('METHOD_NOT_ALLOWED', {
    message: 'This is an MCP server without streams and sessions of its own.',
    resolution: 'POST one JSON-RPC message. What is offered stands in /mcp/server-card.',
    headers: { Allow: allow },
  });
  return toRpcResponse(refusal);
}

/** The protocol's own refusals are the client's to know of; only what fails here is told to the log. */
async function handle(
  request: Request,
  parsedBody: unknown,
  { createServer, log }: { createServer: () => ReturnType<typeof createMcpServer>; log: Log },
): Promise<Response> {
  let failure: Error | undefined;
  const handler = createMcpHandler(createServer, {
    onerror(error) {
      failure = error;
    },
  });
  const answer = await handler.fetch(request, { parsedBody });
  if (answer.status >= 500) log.error('failed', { name: 'mcp', error: failure });
  return answer;
}

/**
 * Keeps a page of another site from reaching this server through a visitor's browser, by a name of its own that
 * points here too: the Host header does not count.
 */
function requireSiteOrigin({ headers }: Request, siteUrl: string): void {
  const origin = headers.get('origin');
  if (origin === null || origin.toLowerCase() === siteUrl) return;
  throw new ApiError('FORBIDDEN', {
    message: 'Pages of other sites can’t use this server.',
    resolution: 'Call it from a program that sends no Origin header.',
  });
}

/** @throws ApiError INVALID_REQUEST for what is no JSON, and for batches, which the protocol no longer has */
function parseMessage(text: string): unknown {
  const message = parseJson(text);
  if (!Array.isArray(message)) return message;
  throw new ApiError('INVALID_REQUEST', {
    message: 'Batches are not part of the protocol versions of this server.',
    resolution: 'Send each message in a request of its own.',
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('INVALID_REQUEST', {
      message: 'Parse error: the body is not valid JSON.',
      resolution: 'Send one complete JSON-RPC message.',
      cause,
    });
  }
}

/** JSON-RPC's own code where it has one; servers use the others as they like. */
function rpcCodeOf({ code, cause }: ApiError): number {
  const unreadable = code === 'INVALID_REQUEST' && cause !== undefined;
  if (unreadable) return ProtocolErrorCode.ParseError;
  const known: Partial<Record<ErrorCode, number>> = {
    INVALID_REQUEST: ProtocolErrorCode.InvalidRequest,
    INTERNAL: ProtocolErrorCode.InternalError,
  };
  return known[code] ?? -32000;
}

function toRpcResponse(error: ApiError, headers: Readonly<Record<string, string>> = {}): Response {
  const { code, message, resolution, status } = error;
  return Response.json(
    { jsonrpc: '2.0', id: null, error: { code: rpcCodeOf(error), message, data: { code, resolution } } },
    { status, headers: { 'Cache-Control': 'no-store', ...headers, ...error.headers } },
  );
}
