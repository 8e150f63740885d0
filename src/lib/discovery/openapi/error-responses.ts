import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { ApiError, errorCodes, type ErrorCode } from '#lib/http/api-error.ts';
import { createApiErrorSchema } from '#lib/http/api-error-schema.ts';
import { headers, limitHeaderNames, retryLater, type HeaderName } from './headers.ts';

type Example = { message: string; resolution: string; fields?: Record<string, string> };

/** What each code means, and one answer that has it. */
export const errorMeanings: Readonly<Record<ErrorCode, { when: string; example: Example }>> = {
  INVALID_REQUEST: {
    when: 'The request is not as it should be; what is wrong is said for people.',
    example: {
      message: 'Some of what was sent is missing or not as it should be.',
      resolution: 'Mend the fields that are named and send it again.',
    },
  },
  CHALLENGE_REQUIRED: {
    when: 'This site asks for a challenge, and the request has no `challengeToken`.',
    example: { message: 'A check is missing.', resolution: 'Solve the challenge and send its token.' },
  },
  CHALLENGE_FAILED: {
    when: 'The `challengeToken` was refused, is too old or was used before.',
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
    when: 'The address does not take the method.',
    example: { message: 'This address does not take PUT requests.', resolution: 'Use GET or HEAD.' },
  },
  PAYLOAD_TOO_LARGE: {
    when: 'The body is too large.',
    example: { message: 'The body is larger than 32768 bytes.', resolution: 'Send less text.' },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'The body is not of the type that is taken here, or is compressed.',
    example: {
      message: 'This address takes application/json in UTF-8 and nothing else.',
      resolution: 'Send the body as application/json with that Content-Type.',
    },
  },
  RATE_LIMITED: {
    when: 'This was one request too many.',
    example: {
      message: 'Too many requests: at most 3 are accepted in 10 minutes.',
      resolution: 'Wait 7 minutes, then try again.',
    },
  },
  INTERNAL: {
    when: 'Something broke here.',
    example: {
      message: 'Something went wrong here, not with your request.',
      resolution: 'Try again in a minute.',
    },
  },
  CHAT_UNAVAILABLE: {
    when: 'No language model is configured, or it can take no more questions for now.',
    example: { message: 'Questions can’t be answered here now.', resolution: 'Use GET /api/search instead.' },
  },
  CHALLENGE_NOT_CONFIGURED: {
    when: 'This site asks nobody to solve a challenge.',
    example: {
      message: 'This site asks nobody to solve a challenge.',
      resolution: 'Send the form without challengeToken.',
    },
  },
  CHALLENGE_UNAVAILABLE: {
    when: 'The service that checks challenges does not answer.',
    example: { message: 'The check can’t be made now.', resolution: 'Try again in a minute.' },
  },
  STORE_UNAVAILABLE: {
    when: 'Nothing could be stored.',
    example: { message: 'What you sent could not be stored.', resolution: 'Send it again in a few minutes.' },
  },
  AUTH_NOT_CONFIGURED: {
    when: 'No directory is configured, so nobody can sign in.',
    example: {
      message: 'Nobody can sign in here: no directory is configured.',
      resolution: 'Ask whoever runs this site.',
    },
  },
};

type ErrorOptions = {
  /** Read by any origin, as everything is that is asked for by GET. */
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

const known = new Map<string, ZodOpenApiResponseObject>();

/** The one response that these codes of one status share, by that status. Routes that have the same refer to one. */
export function errorResponse(
  codes: readonly ErrorCode[],
  { isOpen = false }: ErrorOptions = {},
): ZodOpenApiResponsesObject {
  const [first, ...others] = codes;
  if (first === undefined) return {};
  const status = errorCodes[first];
  // A method that an address does not take is none that pages of other origins may send.
  const isReadByAll = isOpen && status !== 405;
  const id = [...codes.map(inCamelCase), ...(isReadByAll ? ['ForAll'] : [])].join('');
  const response = known.get(id) ?? {
    id,
    description: codes.map((code) => `\`${code}\`: ${errorMeanings[code].when}`).join('\n\n'),
    headers: {
      ...headers(...headersOf(status), ...(isReadByAll ? ['Access-Control-Allow-Origin' as const] : [])),
      ...(status === 503 && retryLater),
    },
    content: {
      'application/json': {
        schema: createApiErrorSchema([first, ...others]),
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  };
  known.set(id, response);
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
