import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { ApiError, errorCodes, type ErrorCode } from '#lib/http/api-error.ts';
import { createApiErrorSchema } from '#lib/http/api-error-schema.ts';
import { errorMeanings } from '#lib/discovery/error-meanings.ts';
import { headers, limitHeaderNames, retryLater, type HeaderName } from './headers.ts';

type ErrorOptions = {
  /** Whether pages of any origin may read the response (CORS), as with all GET requests. */
  isOpen?: boolean;
};

/** The responses for these codes and for the two that every route can return, by status. */
export function errorResponses(
  codes: readonly ErrorCode[],
  options: ErrorOptions = {},
): ZodOpenApiResponsesObject {
  const all = [...codes, 'METHOD_NOT_ALLOWED', 'INTERNAL'] as const;
  const byStatus = Map.groupBy(all, (code) => errorCodes[code]);
  const entries = [...byStatus.values()].flatMap((own) => Object.entries(errorResponse(own, options)));
  return Object.fromEntries(entries);
}

const responses = new Map<string, ZodOpenApiResponseObject>();

/** One response for codes with the same status, keyed by that status. Routes with the same codes share a component. */
export function errorResponse(
  codes: readonly ErrorCode[],
  { isOpen = false }: ErrorOptions = {},
): ZodOpenApiResponsesObject {
  const [first, ...others] = codes;
  if (first === undefined) return {};
  const status = errorCodes[first];
  // CORS never allows a method that the address does not support.
  const isOpenToAll = isOpen && status !== 405;
  const id = [...codes.map(inCamelCase), ...(isOpenToAll ? ['ForAll'] : [])].join('');
  const response = responses.get(id) ?? {
    id,
    description: codes.map((code) => `\`${code}\`: ${errorMeanings[code].when}`).join('\n\n'),
    headers: {
      ...headers(...headersOf(status), ...(isOpenToAll ? ['Access-Control-Allow-Origin' as const] : [])),
      ...(status === 503 && retryLater),
    },
    content: {
      'application/json': {
        schema: createApiErrorSchema([first, ...others]),
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  };
  responses.set(id, response);
  return { [`${status}`]: response };
}

function headersOf(status: number): HeaderName[] {
  if (status === 429) return ['Cache-Control', ...limitHeaderNames, 'Retry-After'];
  if (status === 405) return ['Cache-Control', 'Allow'];
  return ['Cache-Control'];
}

function inCamelCase(code: ErrorCode): string {
  return code
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function exampleOf(code: ErrorCode): unknown {
  const { message, remedy } = errorMeanings[code];
  return new ApiError(code, { message, resolution: remedy }).toJSON();
}
