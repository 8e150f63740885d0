import { isJSONRPCRequest, isSpecType, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isBoundedUrl, maxUrlLength } from '#lib/http/client-text.ts';

const isValid = new Map<string, (message: unknown) => boolean>([
  ['initialize', isSpecType.InitializeRequest],
  ['ping', isSpecType.PingRequest],
  ['tools/list', isSpecType.ListToolsRequest],
  ['tools/call', isSpecType.CallToolRequest],
  ['resources/list', isSpecType.ListResourcesRequest],
  ['resources/templates/list', isSpecType.ListResourceTemplatesRequest],
  // The SDK parses the address before any handler of ours sees it.
  [
    'resources/read',
    (message) => isSpecType.ReadResourceRequest(message) && isBoundedUrl(message.params.uri),
  ],
]);

/**
 * The refusal of a request whose parameters are not what its method takes; undefined for all else. Without it
 * the SDK (2.4.0) tells the client that the server failed.
 */
export function refuseInvalidParams(message: unknown): Response | undefined {
  if (!isJSONRPCRequest(message)) return undefined;
  const { id, method } = message;
  if (isValid.get(method)?.(message) ?? true) return undefined;
  const hint = method === 'resources/read' ? ` Give a uri of at most ${maxUrlLength} characters.` : '';
  const error = { code: ProtocolErrorCode.InvalidParams, message: `Invalid params for ${method}.${hint}` };
  return Response.json({ jsonrpc: '2.0', id, error });
}
