import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { loopbackAddress } from '#lib/http/loopback.ts';
import type { Trace } from '#lib/http/trace.ts';
import type { RequestWatch } from '#lib/log/request-watch.ts';
import { guardConnections } from './connections.ts';
import type { Delivery } from './delivery.ts';
import { failExchange, runInExchange } from './uncaught-errors.ts';
import { createRequestOrder } from './request-order.ts';
import { createWaitForDrain, type WaitForDrain } from './wait-for-drain.ts';
import { answerStopping, boundUnwantedBody, hasBody, refuseRequest } from './refusals.ts';
import { defaultServerLimits, type ServerLimits } from './server-limits.ts';
import { createClientErrorHandler, refuseTunnel } from './malformed-request.ts';

/** Astro's handler in middleware mode. It calls `next` if no route matches. */
export type AppHandler<Locals> = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: Locals & { waitForDrain: WaitForDrain; trace: Trace },
) => unknown;

type PublicServerOptions<Locals> = {
  delivery: Delivery;
  app: AppHandler<Locals>;
  locals: Locals;
  watch: RequestWatch;
  limits?: ServerLimits;
  /** Whether an address is that of a trusted proxy, which opens the connections of many clients. */
  isProxy?: (address: string) => boolean;
  /** Called for each accepted connection. */
  onConnection?: () => void;
};

/** Serves published pages first, then Astro's routes, then a 404. Logs errors of a request and responds with 500. */
export function createPublicServer<Locals>(options: PublicServerOptions<Locals>): Server {
  const { delivery, app, locals, watch, limits = defaultServerLimits, isProxy = () => false } = options;
  const { onConnection = () => undefined } = options;
  const { answerFailed, withSecurityHeaders } = delivery;
  const refusing = { limits, withSecurityHeaders };
  const order = createRequestOrder({ handle, limits });
  const server = createServer(
    {
      headersTimeout: limits.headersWithin,
      requestTimeout: limits.requestWithin,
      connectionsCheckingInterval: limits.lookEvery,
      keepAliveTimeout: limits.idleFor,
      maxHeaderSize: limits.headerBytes,
    },
    order.take,
  );
  // Above the limit, so that refuseRequest can detect too many headers.
  server.maxHeadersCount = limits.headers + 50;
  server.maxRequestsPerSocket = limits.requestsPerConnection;
  server.timeout = limits.unreadFor;
  guardConnections(server, { limits, isProxy, connectionRefused: () => watch.connectionRefused() });
  return server
    .on('connection', onConnection)
    .on('timeout', closeIdle)
    .on('checkContinue', order.take)
    .on('connect', refuseTunnel)
    .on('clientError', createClientErrorHandler(order, watch.log));

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const began = watch.begin();
    if (!server.listening) response.shouldKeepAlive = false;
    try {
      if (refuseRequest(request, response, refusing)) return watch.delivered('refused', response, began);
      if (hasBody(request)) boundUnwantedBody(request, response, limits);
      const kind = delivery.deliver(request, response);
      if (kind !== undefined) return watch.delivered(kind, response, began);
      if (!server.listening && request.url === '/api/health') {
        answerStopping(withSecurityHeaders(response));
        return watch.delivered('refused', response, began);
      }
      // Sent only now, because a refused request needs no body.
      if (request.headers.expect !== undefined) response.writeContinue();
      const trace = watch.handedToAstro(request, response, began);
      void runInExchange({ request, response, trace, answerFailed }, () => passOn(request, response, trace));
    } catch (error) {
      failExchange(error, { request, response, trace: watch, answerFailed });
    }
  }

  async function passOn(request: IncomingMessage, response: ServerResponse, trace: Trace): Promise<void> {
    try {
      await app(request, response, next, {
        ...locals,
        waitForDrain: createWaitForDrain(response, limits.unreadFor),
        trace,
      });
    } catch (error) {
      failExchange(error, { request, response, trace, answerFailed });
    }

    function next(error?: unknown): void {
      if (error === undefined) delivery.answerNotFound(request, response);
      else failExchange(error, { request, response, trace, answerFailed });
    }
  }

  /** Closes a connection without traffic, unless its response is still being generated. */
  function closeIdle(socket: Socket): void {
    const waits = order.current(socket) !== undefined && socket.writableLength === 0;
    if (waits) socket.setTimeout(limits.unreadFor);
    else socket.destroy();
  }
}

/**
 * Resolves with the port once connections are accepted.
 * @throws Error with a one-line message that names the port if it cannot be used
 */
export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const isTaken = cause.code === 'EADDRINUSE';
      const reason = isTaken
        ? `port ${port} is taken`
        : `cannot listen on ${host}:${port} (${cause.message})`;
      reject(new Error(`${reason}: set PORT or HOST to another, or PORT=0 for any free port`, { cause }));
    });
    server.listen(port, addressOf(host), () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** On a machine with IPv6 only, the name may still lead to the IPv4 address first. */
function addressOf(host: string): string {
  return host === 'localhost' && loopbackAddress() === '::1' ? '::1' : host;
}

/**
 * Checks that a port can be used, before work that a start would do in vain.
 * @throws Error like `listen`
 */
export async function requireFreePort({ host, port }: { host: string; port: number }): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  await listen(server, { host, port });
  await new Promise((done) => server.close(done));
}
