import { failedOnOurSide } from './errors.ts';

/** Responses to requests that reach no page and no endpoint. Most are sent as plain text. */

export const useOneOf = ({ allow }: { allow: string }) => `Use one of ${allow} here.`;

export const hasChanged =
  'This address has changed since the version that If-Match or If-Unmodified-Since names.';

export const notAcceptableText =
  'This page is not available in a type that the request accepts. It is available as:\ntext/html\ntext/markdown';

export const failureText = {
  page: `${failedOnOurSide} Please try again later.`,
  api: { message: failedOnOurSide, resolution: 'Try again later.' },
} as const;

const validAddress = 'Send a path of percent-encoded UTF-8, without dot segments, of at most 8 kB.';

export const malformedAddress = {
  malformed: { message: 'The address of this request is malformed.', resolution: validAddress },
  long: { message: 'The address of this request is too long.', resolution: validAddress },
} as const;

export const hostErrors = {
  several: { message: 'This request has more than one Host header.', resolution: 'Send one Host header.' },
  invalid: { message: 'The Host header is not valid.', resolution: 'Send this site’s host name and port.' },
} as const;

export const traceError = {
  message: 'This site does not support TRACE.',
  resolution: 'See /openapi.json for the methods of this API.',
} as const;

export const tooManyHeaders = ({ max }: { max: number }) => `A request may have at most ${max} headers.`;

/** Sent if Node cannot parse a request, or before it parses one. */
export const connectionTexts = {
  tooMany: 'There are too many connections already. Try again in a moment.',
  headersTooLarge:
    'The address and headers of this request are too large. In a browser, delete the cookies of this site and try again.',
  chunkExtensions: 'The chunk extensions of this body are too large.',
  unknownMethod: 'This server does not know the method of this request.',
  tooSlow: 'The request took too long to arrive. Send it again.',
  malformed: 'This is not a valid HTTP request.',
  tunnel: 'This is a web site, not a proxy: it opens no tunnels.',
} as const;
