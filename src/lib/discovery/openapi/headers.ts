import type { ZodOpenApiHeaderObject } from 'zod-openapi';
import { limitRules, type LimitName } from '#lib/http/limits.ts';

type HeaderReference = { $ref: `#/components/headers/${string}` };
export type Headers = Record<string, HeaderReference>;

const largestLimit = Math.max(...Object.values(limitRules).map(({ points }) => points));
const longestWindow = Math.max(...Object.values(limitRules).map(({ seconds }) => seconds));
const text = (maxLength: number, pattern: string) => ({ type: 'string' as const, maxLength, pattern });
const wholeNumber = (minimum: number, maximum: number) => ({
  type: 'integer' as const,
  format: maximum > 2_147_483_647 ? 'int64' : 'int32',
  minimum,
  maximum,
});

/** Every header that answers of the API carry and a client may want to read. */
export const headerComponents = {
  'X-RateLimit-Limit': {
    description: 'How many requests of this kind a client has in its window.',
    required: true,
    schema: wholeNumber(1, largestLimit),
    example: limitRules.search.points,
  },
  'X-RateLimit-Remaining': {
    description: 'How many of them are left.',
    required: true,
    schema: wholeNumber(0, largestLimit),
    example: limitRules.search.points - 1,
  },
  'X-RateLimit-Reset': {
    description: 'When the client’s count starts anew, in Unix milliseconds.',
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
    description: 'The limit’s name, how many requests are left and for how many more seconds.',
    required: true,
    schema: text(100, '^"[a-z-]+";r=[0-9]+;t=[0-9]+$'),
    example: `"search";r=${limitRules.search.points - 1};t=${limitRules.search.seconds}`,
  },
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    required: true,
    schema: wholeNumber(1, longestWindow),
    example: 60,
  },
  RetryLater: {
    description: 'As `Retry-After`: seconds to wait, where it can be said.',
    required: false,
    schema: wholeNumber(1, 86_400),
    example: 30,
  },
  Allow: {
    description: 'The methods that this address takes.',
    required: true,
    schema: text(100, '^[A-Z]+(, [A-Z]+)*$'),
    example: 'GET, HEAD, OPTIONS',
  },
  'Access-Control-Allow-Origin': {
    description: 'Pages of any origin may read this.',
    required: true,
    schema: { type: 'string', const: '*' },
    example: '*',
  },
  'Cache-Control': {
    description: 'How long and by whom the answer may be kept.',
    required: true,
    schema: text(200, '^[a-z0-9=, -]+$'),
    example: 'no-store',
  },
  ETag: {
    description: 'Tells this version of the document; send it back in If-None-Match.',
    required: true,
    schema: text(100, '^(W/)?"[^"]+"$'),
    example: '"9bJq4HdQScnx-3xTm7O9Lc"',
  },
  Link: {
    description: 'Where more is told (RFC 8288).',
    required: true,
    schema: text(8_192, '^<[^>]+>; .+$'),
    example: '</openapi.json>; rel="service-desc"',
  },
  Location: {
    description: 'Where to go on.',
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

/** Where it can be said how long something will be away, which is not always. */
export const retryLater: Headers = { 'Retry-After': { $ref: '#/components/headers/RetryLater' } };

export function headers(...names: HeaderName[]): Headers {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** What accepted answers and refusals of limited routes carry. */
export const limitHeaderNames = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const satisfies HeaderName[];

/** A limit in words for descriptions, and in numbers for programs. */
export function describeLimit(name: LimitName): { sentence: string; extension: object } {
  const { points, seconds } = limitRules[name];
  const window = seconds === 60 ? 'a minute' : `${seconds / 60} minutes`;
  return {
    sentence: `At most ${points} requests in ${window} of one client, which is an IPv4 address or an IPv6 /64.`,
    extension: { 'x-rate-limit': { name, requests: points, seconds } },
  };
}
