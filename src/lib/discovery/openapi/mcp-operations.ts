import { z } from 'zod';
import type { ZodOpenApiPathsObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { errorCodes, type ErrorCode } from '#lib/http/api-error.ts';
import type { ApiFacts } from './facts.ts';
import { describeLimit, headers, type Headers } from './headers.ts';
import { jsonBody, jsonResponse, limitedHeaders } from './json-response.ts';

const idSchema = z.union([z.string().max(1_000), z.number(), z.null()]);
const requestSchema = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string().max(1_000), z.number()]).optional(),
    method: z
      .string()
      .min(1)
      .max(200)
      .meta({ description: 'A method of the protocol, such as `tools/list`.' }),
    params: z.looseObject({}).optional(),
  })
  .meta({ description: 'One JSON-RPC 2.0 message; batches are rejected.' });
const answerSchema = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: idSchema,
  result: z.looseObject({}).optional(),
  error: z
    .looseObject({ code: z.int().min(-40_000).max(40_000), message: z.string().max(10_000) })
    .optional(),
});

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'example-client', version: '1.0.0' },
  },
};
const bothTypes = 'application/json, text/event-stream';
const acceptSchema = z
  .string()
  .max(500)
  .default(bothTypes)
  .meta({ description: 'The protocol requires both types.', examples: [bothTypes] });

/** The MCP server. Only the JSON-RPC envelope is described here; MCP defines the messages. */
export function mcpPaths({ maxBytes }: ApiFacts): ZodOpenApiPathsObject {
  const { sentence, extension } = describeLimit('mcp');
  return {
    '/mcp': {
      post: {
        operationId: 'sendMcpMessage',
        tags: ['MCP'],
        summary: 'Send a message to the MCP server',
        description: `Model Context Protocol over streamable HTTP, without sessions. \`tools/list\` lists the tools: search and read_page, and ask if a language model is configured. ${sentence}`,
        ...extension,
        requestParams: { header: z.object({ Accept: acceptSchema }) },
        requestBody: jsonBody(`At most ${maxBytes.mcp} bytes of JSON.`, {
          schema: requestSchema,
          example: initialize,
        }),
        responses: {
          '200': {
            description: 'The answer, as JSON or as a stream of server-sent events with one `message` event.',
            headers: limitedHeaders,
            content: {
              'application/json': { schema: answerSchema },
              'text/event-stream': { schema: { type: 'string', maxLength: 1_000_000 } },
            },
          },
          '202': {
            description: 'The notification was accepted; it has no response.',
            headers: limitedHeaders,
          },
          ...errors(),
        },
      },
    },
  };
}

/** Errors are JSON-RPC errors; `data.code` is one of the API's error codes. */
function errors(): ZodOpenApiResponsesObject {
  const ownHeaders: Partial<Record<ErrorCode, Headers>> = {
    INVALID_REQUEST: limitedHeaders,
    FORBIDDEN: limitedHeaders,
    PAYLOAD_TOO_LARGE: limitedHeaders,
    UNSUPPORTED_MEDIA_TYPE: limitedHeaders,
    RATE_LIMITED: { ...limitedHeaders, ...headers('Retry-After') },
    METHOD_NOT_ALLOWED: headers('Cache-Control', 'Allow'),
    INTERNAL: headers('Cache-Control'),
  };
  const content = { schema: answerSchema };
  const entries = (Object.keys(ownHeaders) as ErrorCode[]).map((code) => [
    errorCodes[code],
    jsonResponse(
      `A JSON-RPC error whose \`data.code\` is \`${code}\`, or one of the protocol’s own.`,
      content,
      ownHeaders[code],
    ),
  ]);
  return {
    ...(Object.fromEntries(entries) as ZodOpenApiResponsesObject),
    '406': jsonResponse(
      'The request does not accept the media types of the response.',
      content,
      limitedHeaders,
    ),
  };
}
