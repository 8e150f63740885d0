import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Log } from '#lib/log/log.ts';
import { createProxyCheck, parseAddress } from './client-address-proxies.ts';

/** What is known of one request while it is answered; as `locals.trace` in routes and pages. */
export type Trace = {
  /** In the log's lines and in the answer's `X-Request-Id`. */
  readonly id: string;
  /** The pattern of the route that answers, `/api/search`; set by the middleware. */
  route: string | undefined;
  /** The log, with the request's id in each line. */
  readonly log: Log;
};

/** An id as proxies make them; nothing else may go into a log or a header. */
const safeId = /^[\w.=+/-]{8,64}$/;

/**
 * Names requests: by `X-Request-Id` when one of our proxies sends it, else by a new UUID, so that nobody outside
 * chooses what the log says.
 * @throws Error when a proxy is no address, CIDR or known name
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
