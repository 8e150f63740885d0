import { Counter, Histogram, type Registry } from 'prom-client';

/** Kinds of published responses. */
export type PublishedKind = 'page' | 'twin' | 'file' | 'redirect' | 'missing' | 'refused';

type AnsweredRequest = {
  /** `api`, `page` or `missing`. */
  kind: string;
  /** The route's pattern. */
  route: string;
  status: number;
  seconds: number;
};

export type Traffic = {
  countPublished(kind: PublishedKind, status: number, seconds: number): void;
  count(request: AnsweredRequest): void;
  /** Called when a client closes the connection before the response is complete. */
  countAborted(): void;
  /** Called for a connection over the limit of its client or of the server. */
  countRefusedConnection(): void;
};

/** Upper bounds in seconds: published pages take about 10 µs, endpoints about 500 µs, a model several seconds. */
export const latencyBounds = [
  0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1,
  2.5, 5, 10, 30, 60,
];

export function createTraffic(registry: Registry): Traffic {
  const registers = [registry];
  const requests = new Counter({
    name: 'lectern_http_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['class', 'route', 'status'],
    registers,
  });
  const times = new Histogram({
    name: 'lectern_http_request_duration_seconds',
    help: 'Time from the request’s headers to the end of the response; of published pages, to its first write.',
    labelNames: ['class', 'route'],
    buckets: latencyBounds,
    registers,
  });
  const aborted = new Counter({
    name: 'lectern_http_aborted_total',
    help: 'Clients that closed the connection before the response was complete.',
    registers,
  });
  const connectionRefused = new Counter({
    name: 'lectern_http_connections_refused_total',
    help: 'Connections over the limit.',
    registers,
  });
  function count({ kind, route, status, seconds }: AnsweredRequest): void {
    requests.inc({ class: kind, route, status });
    times.observe({ class: kind, route }, seconds);
  }
  return {
    countPublished: (kind, status, seconds) => count({ kind, route: 'published', status, seconds }),
    count,
    countAborted: () => aborted.inc(),
    countRefusedConnection: () => connectionRefused.inc(),
  };
}
