import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { ApiError, errorCodes, type ErrorCode } from '#lib/http/api-error.ts';
import { createApiErrorSchema } from '#lib/http/api-error-schema.ts';
import { headers, limitHeaderNames, retryLater, type HeaderName } from './headers.ts';

type Example = { message: string; resolution: string; fields?: Record<string, string> };

/** The meaning of each code, with an example. */
export const errorMeanings: Readonly<Record<ErrorCode, { when: string; example: Example }>> = {
  INVALID_REQUEST: {
    when: 'The request is invalid; the message says what is wrong.',
    example: {
      message: 'Some fields are missing or invalid.',
      resolution: 'Fix the fields that are listed and send it again.',
    },
  },
  CHALLENGE_REQUIRED: {
    when: 'This site requires a challenge, and the request has no `challengeToken`.',
    example: { message: 'A check is missing.', resolution: 'Solve the challenge and send its token.' },
  },
  CHALLENGE_FAILED: {
    when: 'The `challengeToken` is invalid, expired or already used.',
    example: { message: 'The check did not succeed.', resolution: 'Solve the challenge again.' },
  },
  FORBIDDEN: {
    when: 'The request comes from a page of another site.',
    example: {
      message: 'Pages of other sites can’t send this.',
      resolution: 'Send it from a program without an Origin header.',
    },
  },
  NOT_FOUND: {
    when: 'There is nothing at the address.',
    example: {
      message: 'There is nothing at this address.',
      resolution: 'See /openapi.json for the addresses of this API.',
    },
  },
  METHOD_NOT_ALLOWED: {
    when: 'The address does not support the method.',
    example: { message: 'This address does not take PUT requests.', resolution: 'Use GET or HEAD.' },
  },
  PAYLOAD_TOO_LARGE: {
    when: 'The body is too large.',
    example: { message: 'The body is larger than 32768 bytes.', resolution: 'Send less text.' },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'The body has an unsupported media type, or is compressed.',
    example: {
      message: 'This address takes application/json in UTF-8 and nothing else.',
      resolution: 'Send the body as application/json with that Content-Type.',
    },
  },
  RATE_LIMITED: {
    when: 'The client has reached the rate limit.',
    example: {
      message: 'Too many requests: at most 3 are accepted in 10 minutes.',
      resolution: 'Wait 7 minutes, then try again.',
    },
  },
  INTERNAL: {
    when: 'An error in the server.',
    example: {
      message: 'Something went wrong here, not with your request.',
      resolution: 'Try again in a minute.',
    },
  },
  CHAT_UNAVAILABLE: {
    when: 'No language model is configured, or it cannot take more questions now.',
    example: { message: 'Questions can’t be answered here now.', resolution: 'Use GET /api/search instead.' },
  },
  CHALLENGE_NOT_CONFIGURED: {
    when: 'This site requires no challenge.',
    example: {
      message: 'This site requires no challenge.',
      resolution: 'Send the form without challengeToken.',
    },
  },
  CHALLENGE_UNAVAILABLE: {
    when: 'The service that verifies challenges does not respond.',
    example: { message: 'The check can’t be made now.', resolution: 'Try again in a minute.' },
  },
  STORE_UNAVAILABLE: {
    when: 'Nothing could be stored.',
    example: { message: 'What you sent could not be stored.', resolution: 'Send it again in a few minutes.' },
  },
  AUTH_NOT_CONFIGURED: {
    when: 'No directory is configured, so staff cannot sign in.',
    example: {
      message: 'Nobody can sign in here: no directory is configured.',
      resolution: 'Ask whoever runs this site.',
    },
  },
};

type ErrorOptions = {
  /** Whether pages of any origin may read it (CORS), as for all GET requests. */
  isOpen?: boolean;
};

/** The responses of these codes and of the two that every route has, by status. */
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

/** One response for codes of the same status, by that status. Routes with the same codes share a component. */
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
  return new ApiError(code, errorMeanings[code].example).toJSON();
}
