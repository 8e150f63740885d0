import { isJSONRPCRequest, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { matchMediaType } from '#lib/http/media-ranges.ts';
import { parseQualityList } from '#lib/http/quality-list.ts';
import { mcpErrors } from '#lib/i18n/en/mcp.ts';
import { protocolVersions } from './protocol.ts';

const versionHeader = 'mcp-protocol-version';
const responseTypes = ['application/json', 'text/event-stream'];

/**
 * Returns an error response that lists the supported versions if the header names another one, else undefined.
 * `initialize` negotiates the version itself.
 */
export function rejectUnsupportedVersion({ headers }: Request, body: unknown): Response | undefined {
  const requested = headers.get(versionHeader);
  if (requested === null || isSupported(requested) || isInitialize(body)) return undefined;
  const supported = [...protocolVersions];
  const error = {
    code: ProtocolErrorCode.UnsupportedProtocolVersion,
    message: mcpErrors.unsupportedVersion({ requested, supported }),
    data: { supported, requested },
  };
  const id = isJSONRPCRequest(body) ? body.id : null;
  return Response.json({ jsonrpc: '2.0', id, error }, { status: 400 });
}

/** Returns an error response if the client does not accept both types of response, else undefined. */
export function rejectUnacceptable({ headers }: Request): Response | undefined {
  const ranges = parseQualityList(headers.get('accept') ?? '*/*');
  if (responseTypes.every((type) => matchMediaType(ranges, type).quality > 0)) return undefined;
  const error = { code: -32_000, message: mcpErrors.notAcceptable };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 406 });
}

/**
 * Returns the request without its body, with headers as the SDK expects them: it compares Accept as text, and refuses
 * an `initialize` whose header names a version to negotiate.
 */
export function toSdkRequest({ url, method, headers, signal }: Request): Request {
  const changed = new Headers(headers);
  changed.set('Accept', responseTypes.join(', '));
  if (!isSupported(changed.get(versionHeader) ?? '')) changed.delete(versionHeader);
  return new Request(url, { method, headers: changed, signal });
}

function isSupported(version: string): boolean {
  return protocolVersions.some((each) => each === version);
}

function isInitialize(body: unknown): boolean {
  return isJSONRPCRequest(body) && body.method === 'initialize';
}
