import { createMcpHandler, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { mcpErrors } from '#lib/i18n/en/mcp.ts';
import { ApiError, type ErrorCode } from '#lib/http/api-error.ts';
import type { Log } from '#lib/log/log.ts';
import { toApiError } from '#lib/http/endpoint.ts';
import { limitHeaders, type Limit } from '#lib/http/limits.ts';
import { readBody } from '#lib/http/read-body.ts';
import { rejectInvalidParams } from './invalid-params.ts';
import { maxMcpBytes } from './protocol.ts';
import { createMcpServer, type Offer } from './mcp-server.ts';
import { rejectUnacceptable, rejectUnsupportedVersion, toSdkRequest } from './negotiate.ts';
import type { Caller } from './tool.ts';

type AnswerOptions = { offer: Offer; limit: Limit; caller: Caller };

const allow = 'POST, OPTIONS';

/**
 * Responds to one message of the streamable HTTP transport, statelessly: counts it against the rate limit, checks its
 * origin, size and structure, and creates a server for it. Errors are JSON-RPC errors.
 */
export async function answerMcp(
  request: Request,
  { offer, limit, caller }: AnswerOptions,
): Promise<Response> {
  const headers: Record<string, string> = {};
  try {
    Object.assign(headers, limitHeaders(await limit.take(caller.client)));
    requireSiteOrigin(request, offer.siteUrl);
    const parsedBody = parseMessage(await readBody(request, 'application/json', { maxBytes: maxMcpBytes }));
    const response =
      rejectUnacceptable(request) ??
      rejectUnsupportedVersion(request, parsedBody) ??
      rejectInvalidParams(parsedBody) ??
      (await handle(toSdkRequest(request), parsedBody, {
        createServer: () => createMcpServer(offer, caller),
        log: caller.log,
      }));
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
    return response;
  } catch (error) {
    return toRpcResponse(toApiError(caller.log, 'mcp', error), headers);
  }
}

/** Responds to OPTIONS, and rejects GET and DELETE: a stateless server has no streams or sessions. */
export function answerOtherMcpMethod(request: Request, siteUrl: string, log: Log): Response {
  try {
    requireSiteOrigin(request, siteUrl);
  } catch (error) {
    return toRpcResponse(toApiError(log, 'mcp', error));
  }
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow } });
  return toRpcResponse(
    new ApiError('METHOD_NOT_ALLOWED', { ...mcpErrors.methodNotAllowed, headers: { Allow: allow } }),
  );
}

/** Logs server errors, but not protocol errors of the client. */
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
  const response = await handler.fetch(request, { parsedBody });
  if (response.status >= 500) log.error('failed', { name: 'mcp', error: failure });
  return response;
}

/**
 * Prevents DNS rebinding, in which a page of another site calls this server through a visitor's browser. The Host
 * header is not checked, because the attacker controls it.
 */
function requireSiteOrigin({ headers }: Request, siteUrl: string): void {
  const origin = headers.get('origin');
  if (origin === null || origin.toLowerCase() === siteUrl) return;
  throw new ApiError('FORBIDDEN', mcpErrors.foreignOrigin);
}

/** @throws ApiError INVALID_REQUEST for invalid JSON, and for batches, which the protocol no longer supports */
function parseMessage(text: string): unknown {
  const message = parseJson(text);
  if (Array.isArray(message)) throw new ApiError('INVALID_REQUEST', mcpErrors.batch);
  return message;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('INVALID_REQUEST', { ...mcpErrors.invalidJson, cause });
  }
}

/** Returns the standard JSON-RPC code if there is one, else a code from the range for server errors. */
function rpcCodeOf({ code, cause }: ApiError): number {
  if (code === 'INVALID_REQUEST' && cause !== undefined) return ProtocolErrorCode.ParseError;
  const rpcCodes: Partial<Record<ErrorCode, number>> = {
    INVALID_REQUEST: ProtocolErrorCode.InvalidRequest,
    INTERNAL: ProtocolErrorCode.InternalError,
  };
  return rpcCodes[code] ?? -32000;
}

function toRpcResponse(error: ApiError, headers: Readonly<Record<string, string>> = {}): Response {
  const { code, message, resolution, status } = error;
  return Response.json(
    { jsonrpc: '2.0', id: null, error: { code: rpcCodeOf(error), message, data: { code, resolution } } },
    { status, headers: { 'Cache-Control': 'no-store', ...headers, ...error.headers } },
  );
}
