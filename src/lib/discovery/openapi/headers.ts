import type { ZodOpenApiHeaderObject } from 'zod-openapi';
import { limitRules, type LimitName } from '#lib/http/limits.ts';
import { formatMinutes } from '#lib/i18n/format.ts';

type HeaderReference = { $ref: `#/components/headers/${string}` };
export type Headers = Record<string, HeaderReference>;

const maxPoints = Math.max(...Object.values(limitRules).map(({ points }) => points));
const maxSeconds = Math.max(...Object.values(limitRules).map(({ seconds }) => seconds));
const text = (maxLength: number, pattern: string) => ({ type: 'string' as const, maxLength, pattern });
const wholeNumber = (minimum: number, maximum: number) => ({
  type: 'integer' as const,
  format: maximum > 2_147_483_647 ? 'int64' : 'int32',
  minimum,
  maximum,
});

/** The response headers that matter to clients. */
export const headerComponents = {
  'X-RateLimit-Limit': {
    description: 'Requests that a client may send in the window.',
    required: true,
    schema: wholeNumber(1, maxPoints),
    example: limitRules.search.points,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in the window.',
    required: true,
    schema: wholeNumber(0, maxPoints),
    example: limitRules.search.points - 1,
  },
  'X-RateLimit-Reset': {
    description: 'When the window ends, in Unix milliseconds.',
    required: true,
    schema: wholeNumber(0, Number.MAX_SAFE_INTEGER),
    example: 1_796_000_000_000,
  },
  'RateLimit-Policy': {
    description: 'The limit’s name, its number of requests and its window in seconds.',
    required: true,
    schema: text(100, '^"[a-z-]+";q=[0-9]+;w=[0-9]+$'),
    example: `"search";q=${limitRules.search.points};w=${limitRules.search.seconds}`,
  },
  RateLimit: {
    description: 'The limit’s name, the requests left and the seconds until the window ends.',
    required: true,
    schema: text(100, '^"[a-z-]+";r=[0-9]+;t=[0-9]+$'),
    example: `"search";r=${limitRules.search.points - 1};t=${limitRules.search.seconds}`,
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    required: true,
    schema: wholeNumber(1, maxSeconds),
    example: 60,
  },
  RetryLater: {
    description: 'Seconds to wait, if known.',
    required: false,
    schema: wholeNumber(1, 86_400),
    example: 30,
  },
  Allow: {
    description: 'The methods of this address.',
    required: true,
    schema: text(100, '^[A-Z]+(, [A-Z]+)*$'),
    example: 'GET, HEAD, OPTIONS',
  },
  'Access-Control-Allow-Origin': {
    description: 'Pages of any origin may read this, with all its headers.',
    required: true,
    schema: { type: 'string', const: '*' },
    example: '*',
  },
  'Cache-Control': {
    description: 'Who may cache the response, and for how long.',
    required: true,
    schema: text(200, '^[a-z0-9=, -]+$'),
    example: 'no-store',
  },
  ETag: {
    description: 'Identifies this version of the document; send it back in If-None-Match.',
    required: true,
    schema: text(100, '^(W/)?"[^"]+"$'),
    example: '"9bJq4HdQScnx-3xTm7O9Lc"',
  },
  Link: {
    description: 'Related documents (RFC 8288).',
    required: true,
    schema: text(8_192, '^<[^>]+>; .+$'),
    example: '</openapi.json>; rel="service-desc"',
  },
  Location: {
    description: 'Address to redirect to.',
    required: true,
    schema: { type: 'string', maxLength: 8_192, format: 'uri-reference' },
    example: '/staff',
  },
  'x-vercel-ai-ui-message-stream': {
    description: 'Version of the AI SDK’s UI message stream protocol.',
    required: true,
    schema: { type: 'string', const: 'v1' },
    example: 'v1',
  },
} satisfies Record<string, ZodOpenApiHeaderObject>;

export type HeaderName = keyof typeof headerComponents;

/** For a 503 with an optional Retry-After. */
export const retryLater: Headers = { 'Retry-After': { $ref: '#/components/headers/RetryLater' } };

export function headers(...names: HeaderName[]): Headers {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Headers of the responses of rate-limited routes, accepted or not. */
export const limitHeaderNames = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const satisfies HeaderName[];

/** A limit as a sentence, and as an OpenAPI extension. */
export function describeLimit(name: LimitName): { sentence: string; extension: object } {
  const { points, seconds } = limitRules[name];
  return {
    sentence: `At most ${points} requests in ${formatMinutes(seconds)} per client. A client is an IPv4 address or an IPv6 /64.`,
    extension: { 'x-rate-limit': { name, requests: points, seconds } },
  };
}
