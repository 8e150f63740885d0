import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Trace } from '#lib/http/trace.ts';
import type { PublishedKind, Traffic } from '#lib/metrics/traffic.ts';
import type { Log, LogLevel } from './log.ts';

/** Logs and counts the requests of the public server. */
export type RequestWatch = {
  readonly log: Log;
  /** The start time of a request, for the calls below. */
  begin(): number;
  /** For a published response; called when it is handed to the socket. */
  delivered(kind: PublishedKind, response: ServerResponse, began: number): void;
  /** For a request that Astro handles; called before it does. */
  handedToAstro(request: IncomingMessage, response: ServerResponse, began: number): Trace;
  /** For a connection over the limit. It is not logged: a client that opens many would fill the log. */
  connectionRefused(): void;
};

type WatchOptions = {
  log: Log;
  idOf: (request: IncomingMessage) => string;
  /** Whether requests for pages are logged too, in addition to API requests and failures. */
  logsAll: boolean;
  /** Undefined if metrics are disabled. */
  traffic: Traffic | undefined;
};

type Logged = {
  /** The class in the metrics; undefined if the request is counted already. */
  kind?: string;
  route: string;
  id: string;
  began: number;
};

/**
 * Log lines contain no data from the client: no IP address, query, header or body, and the route in place of the path.
 */
export function createRequestWatch({ log, idOf, logsAll, traffic }: WatchOptions): RequestWatch {
  const lines = log.with({ name: 'request' });

  function logAtEnd(response: ServerResponse, read: () => Logged): void {
    const { socket } = response;
    const { method = '' } = response.req;
    const sentBefore = socket?.bytesWritten ?? 0;
    response.once('close', () => {
      const { kind, route, id, began } = read();
      const milliseconds = performance.now() - began;
      const { statusCode: status } = response;
      const isAborted = !response.writableFinished;
      if (kind !== undefined) {
        traffic?.count({ kind, route, status, seconds: milliseconds / 1000 });
        if (isAborted) traffic?.countAborted();
      }
      if (!isLogged(route, status)) return;
      lines.record(
        levelOf(status),
        {
          id,
          method,
          route,
          status,
          ms: Math.round(milliseconds * 100) / 100,
          bytes: (socket?.bytesWritten ?? 0) - sentBefore,
          aborted: isAborted || undefined,
        },
        'answered',
      );
    });
  }

  function isLogged(route: string, status: number): boolean {
    return logsAll || status >= 400 || isApiRoute(route);
  }

  return {
    log,
    begin: () => performance.now(),
    delivered(kind, response, began) {
      traffic?.countPublished(kind, response.statusCode, (performance.now() - began) / 1000);
      if (!logsAll && response.statusCode < 400) return;
      logAtEnd(response, () => ({ route: `(${kind})`, id: idOf(response.req), began }));
    },
    handedToAstro(request, response, began) {
      const id = idOf(request);
      const trace: Trace = new RequestTrace(id, log);
      response.setHeader('X-Request-Id', id);
      logAtEnd(response, () => {
        const route = trace.route ?? (response.statusCode === 404 ? '(missing)' : '(unknown)');
        return { kind: kindOf(route), route, id, began };
      });
      return trace;
    },
    connectionRefused: () => traffic?.countRefusedConnection(),
  };
}

/** A class, because V8 creates a hidden class for each object literal with a getter: 6 kB per request. */
class RequestTrace implements Trace {
  readonly id: string;
  route: string | undefined;
  readonly #log: Log;

  constructor(id: string, log: Log) {
    this.id = id;
    this.#log = log;
  }

  get log(): Log {
    return this.#log.with({ id: this.id });
  }
}

function kindOf(route: string): string {
  if (isApiRoute(route)) return 'api';
  return route === '(missing)' ? 'missing' : 'page';
}

function isApiRoute(route: string): boolean {
  return /^\/(?:api|mcp)(?:\/|$)/.test(route);
}

function levelOf(status: number): LogLevel {
  // The error itself is logged in another line with the same id.
  return status >= 500 ? 'warn' : 'info';
}
