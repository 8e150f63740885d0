import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Log } from '#lib/log/log.ts';
import { createProxyCheck, parseAddress } from './client-address-proxies.ts';

/** Identifies one request in the log; `locals.trace` in routes and pages. */
export type Trace = {
  /** Written to log lines and to the `X-Request-Id` header of the response. */
  readonly id: string;
  /** The pattern of the matched route, such as `/api/search`; set by the middleware. */
  route: string | undefined;
  /** A log that adds the request's id to each line. */
  readonly log: Log;
};

/** The format of ids from proxies. Only ids in this format may go into a log or a header. */
const safeId = /^[\w.=+/-]{8,64}$/;

/**
 * Creates the function that gives a request its id: the `X-Request-Id` of a trusted proxy, else a new UUID, so that
 * clients cannot choose the ids in the log.
 * @throws Error if a proxy is not an address, a CIDR range or a known name
 */
export function createRequestIds({ trustedProxies }: { trustedProxies: readonly string[] }) {
  const isTrusted = createProxyCheck(trustedProxies);
  return ({ headers, socket }: IncomingMessage): string => {
    const given = headers['x-request-id'];
    if (typeof given !== 'string' || trustedProxies.length === 0 || !safeId.test(given)) return randomUUID();
    const peer = parseAddress(socket.remoteAddress ?? '');
    return peer !== undefined && isTrusted(peer) ? given : randomUUID();
  };
}
