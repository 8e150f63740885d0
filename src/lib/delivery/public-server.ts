import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerFailure } from './answers.ts';
import type { Delivery } from './deliver.ts';
import { createPace, type Pace } from './pace.ts';
import { refuseUnread } from './unread-request.ts';

/** Astro's handler in middleware mode; it calls `next` for what it does not know. */
export type AppHandler<Locals> = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: Locals & { pace: Pace },
) => unknown;

type PublicServerOptions<Locals> = { delivery: Delivery; app: AppHandler<Locals>; locals: Locals };

/** Published pages first, then the app, then a 404. What one request throws is logged and answered 500. */
export function createPublicServer<Locals>({ delivery, app, locals }: PublicServerOptions<Locals>): Server {
  const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 30_000 };
  const server = createServer({ ...timeouts, maxHeaderSize: 16_384 }, (request, response) => {
    try {
      if (!delivery.deliver(request, response)) void passOn(request, response);
    } catch (error) {
      fail(error, request, response);
    }
  });
  return server.on('clientError', refuseUnread);

  async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    try {
      await app(request, response, next, { ...locals, pace: createPace(response) });
    } catch (error) {
      fail(error, request, response);
    }

    function next(error?: unknown): void {
      if (error === undefined) delivery.answerNotFound(request, response);
      else fail(error, request, response);
    }
  }
}

function fail(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  console.error(`${request.method} ${request.url} failed:`, error);
  answerFailure(request, response);
}

/**
 * Resolves with the port once connections are accepted.
 * @throws Error of one line that names the port when it cannot be had
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
    server.listen(port, host, () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Accepts nothing new, lets running requests finish for at most `patience` ms, then cuts them. */
export async function stop(server: Server, patience: number): Promise<void> {
  const closed = new Promise<true>((resolve) => server.close(() => resolve(true)));
  const deadline = Date.now() + patience;
  while (Date.now() < deadline) {
    if ((await Promise.race([closed, sleep(50)])) === true) return;
    server.closeIdleConnections();
  }
  server.closeAllConnections();
  await closed;
}
