import { isJSONRPCRequest, isSpecType, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { mcpErrors } from '#lib/i18n/en/mcp.ts';
import { isBoundedUrl, maxUrlLength } from '#lib/http/client-text.ts';

const validators = new Map<string, (message: unknown) => boolean>([
  ['initialize', isSpecType.InitializeRequest],
  ['ping', isSpecType.PingRequest],
  ['tools/list', isSpecType.ListToolsRequest],
  ['tools/call', isSpecType.CallToolRequest],
  ['resources/list', isSpecType.ListResourcesRequest],
  ['resources/templates/list', isSpecType.ListResourceTemplatesRequest],
  // The SDK parses the URI before calling a handler, so its length is checked here.
  [
    'resources/read',
    (message) => isSpecType.ReadResourceRequest(message) && isBoundedUrl(message.params.uri),
  ],
]);

/**
 * Returns an error response for a request with invalid parameters, else undefined. Needed because SDK 2.4.0 reports
 * an internal error.
 */
export function rejectInvalidParams(body: unknown): Response | undefined {
  if (!isJSONRPCRequest(body)) return undefined;
  const { id, method } = body;
  if (validators.get(method)?.(body) ?? true) return undefined;
  const maxUriLength = method === 'resources/read' ? maxUrlLength : undefined;
  const message = mcpErrors.invalidParams({ method, maxUriLength });
  const error = { code: ProtocolErrorCode.InvalidParams, message };
  return Response.json({ jsonrpc: '2.0', id, error });
}
