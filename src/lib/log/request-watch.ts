import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Trace } from '#lib/http/trace.ts';
import type { PublishedKind, Traffic } from '#lib/metrics/traffic.ts';
import type { Log, LogLevel } from './log.ts';

/** Sees each request of the public server, for its log and its counts. */
export type RequestWatch = {
  readonly log: Log;
  /** The moment that a request's times are counted from, for the calls below. */
  begin(): number;
  /** Of what the build published; called while or after its answer is handed over. */
  delivered(kind: PublishedKind, response: ServerResponse, began: number): void;
  /** Of what Astro answers; called before it does. */
  passedOn(request: IncomingMessage, response: ServerResponse, began: number): Trace;
  /** Of a connection that was closed because there were too many. It has no line: who opens many would fill the log. */
  turnedAway(): void;
};

type WatchOptions = {
  log: Log;
  /** Names a request. */
  idOf: (request: IncomingMessage) => string;
  /** Pages too, not only API requests and failures. */
  logsAll: boolean;
  /** Undefined where nobody asks for counts. */
  traffic: Traffic | undefined;
};

type Told = {
  /** What it is counted as; undefined where it is counted already. */
  kind?: string;
  route: string;
  id: string;
  began: number;
};

/** A line tells nothing that a client wrote: no address, query, header or body, and of the path only its route. */
export function createRequestWatch({ log, idOf, logsAll, traffic }: WatchOptions): RequestWatch {
  const lines = log.with({ name: 'request' });

  function tellAtEnd(response: ServerResponse, told: () => Told): void {
    const { socket } = response;
    const { method = '' } = response.req;
    const sentBefore = socket?.bytesWritten ?? 0;
    response.once('close', () => {
      const { kind, route, id, began } = told();
      const milliseconds = performance.now() - began;
      const { statusCode: status } = response;
      const isAborted = !response.writableFinished;
      if (kind !== undefined) {
        traffic?.count({ kind, route, status, seconds: milliseconds / 1000 });
        if (isAborted) traffic?.countAborted();
      }
      if (!isTold(route, status)) return;
      lines.record(
        levelOf(status),
        {
          ...{ id, method, route, status, ms: Math.round(milliseconds * 100) / 100 },
          bytes: (socket?.bytesWritten ?? 0) - sentBefore,
          aborted: isAborted || undefined,
        },
        'answered',
      );
    });
  }

  function isTold(route: string, status: number): boolean {
    return logsAll || status >= 400 || isApiRoute(route);
  }

  return {
    log,
    begin: () => performance.now(),
    delivered(kind, response, began) {
      traffic?.countPublished(kind, response.statusCode, (performance.now() - began) / 1000);
      if (!logsAll && response.statusCode < 400) return;
      tellAtEnd(response, () => ({ route: `(${kind})`, id: idOf(response.req), began }));
    },
    passedOn(request, response, began) {
      const id = idOf(request);
      const trace: Trace = new RequestTrace(id, log);
      response.setHeader('X-Request-Id', id);
      tellAtEnd(response, () => {
        const route = trace.route ?? (response.statusCode === 404 ? '(missing)' : '(unknown)');
        return { kind: kindOf(route), route, id, began };
      });
      return trace;
    },
    turnedAway: () => traffic?.countTurnedAway(),
  };
}

/** A class, since V8 keeps a shape of its own for each object that is written with a getter: 6 kB for a request. */
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
  // What went wrong stands in a line of its own, with the same id.
  return status >= 500 ? 'warn' : 'info';
}
