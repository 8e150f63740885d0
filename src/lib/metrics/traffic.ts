import { Counter, Histogram, type Metric, type Registry } from 'prom-client';

/** Kinds of published responses. */
const publishedKinds = ['page', 'twin', 'file', 'redirect', 'missing', 'refused'] as const;
export type PublishedKind = (typeof publishedKinds)[number];

type AnsweredRequest = {
  /** `api`, `page` or `missing`. */
  kind: string;
  /** The route's pattern. */
  route: string;
  status: number;
  seconds: number;
};

/** Counts requests. A published response takes two additions in arrays: prom-client's own counting takes 20 times as long. */
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

type Series = {
  labels: { class: string; route: string };
  /** Requests by status. */
  statuses: Float64Array;
  /** Requests by the lowest bound that their time does not exceed; the last slot counts times above all bounds. */
  times: Float64Array;
  seconds: number;
};

export function createTraffic(registry: Registry): Traffic {
  const published = Object.fromEntries(
    publishedKinds.map((kind) => [kind, createSeries(kind, 'published')]),
  ) as Record<PublishedKind, Series>;
  const routes = new Map<string, Series>();
  const seen = () => [...Object.values(published), ...routes.values()].filter(({ seconds }) => seconds > 0);
  new Counter({
    name: 'lectern_http_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['class', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, statuses } of seen()) {
        for (const [status, count] of statuses.entries())
          if (count > 0) this.inc({ ...labels, status }, count);
      }
    },
  });
  registry.registerMetric(requestTimes(seen));
  const aborted = new Counter({
    name: 'lectern_http_aborted_total',
    help: 'Clients that closed the connection before the response was complete.',
    registers: [registry],
  });
  const connectionRefused = new Counter({
    name: 'lectern_http_connections_refused_total',
    help: 'Connections over the limit.',
    registers: [registry],
  });
  return {
    countPublished: (kind, status, seconds) => add(published[kind], status, seconds),
    count({ kind, route, status, seconds }) {
      const key = `${kind} ${route}`;
      let series = routes.get(key);
      if (!series) routes.set(key, (series = createSeries(kind, route)));
      add(series, status, seconds);
    },
    countAborted: () => aborted.inc(),
    countRefusedConnection: () => connectionRefused.inc(),
  };
}

function createSeries(kind: string, route: string): Series {
  return {
    labels: { class: kind, route },
    statuses: new Float64Array(600),
    times: new Float64Array(latencyBounds.length + 1),
    seconds: 0,
  };
}

function add(series: Series, status: number, seconds: number): void {
  let slot = 0;
  while (slot < latencyBounds.length && seconds > (latencyBounds[slot] ?? 0)) slot += 1;
  series.times[slot] = (series.times[slot] ?? 0) + 1;
  series.statuses[status] = (series.statuses[status] ?? 0) + 1;
  series.seconds += seconds;
}

/** A histogram that reads its values from the arrays, which prom-client's `Histogram` cannot do. */
function requestTimes(read: () => Series[]): Metric {
  const name = 'lectern_http_request_duration_seconds';
  const help =
    'Time from the request’s headers to the end of the response; of published pages, to its first write.';
  const get = () => {
    const values = read().flatMap((series) => valuesOf(name, series));
    return Promise.resolve({ name, help, type: 'histogram', aggregator: 'sum', values });
  };
  // prom-client calls `getForPromString` for the text format, and `get` for JSON.
  return Object.assign(new Histogram({ name, help, registers: [] }), { get, getForPromString: get });
}

/** Prometheus buckets are cumulative. */
function valuesOf(name: string, { labels, times, seconds }: Series) {
  let count = 0;
  const buckets = [...latencyBounds, '+Inf'].map((le, slot) => {
    count += times[slot] ?? 0;
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
  });
  const sum = { metricName: `${name}_sum`, labels, value: seconds };
  return [...buckets, sum, { metricName: `${name}_count`, labels, value: count }];
}
