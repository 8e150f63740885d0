import { bucketOf, latencyBounds } from './latency.ts';
import { counterText, histogramText, type HistogramRow } from './prometheus-text.ts';

/** What was published is counted by kind alone: its answers are made in microseconds and all alike. */
export const publishedKinds = ['page', 'twin', 'file', 'redirect', 'missing', 'refused'] as const;
export type PublishedKind = (typeof publishedKinds)[number];

export type AnsweredRequest = {
  /** `api`, `page` or `missing`. */
  kind: string;
  /** The route's pattern. */
  route: string;
  status: number;
  seconds: number;
};

/** Counts requests. What is published costs two additions in arrays of numbers. */
export type Traffic = {
  countPublished(kind: PublishedKind, status: number, seconds: number): void;
  count(request: AnsweredRequest): void;
  /** A client that hung up before its answer was whole. */
  countAborted(): void;
  /** A connection of a client that has its share, or one too many for the house. */
  countTurnedAway(): void;
  /** All counts in Prometheus' text format. */
  text(): string;
};

const statuses = 600;
const slots = latencyBounds.length + 1;

export function createTraffic(): Traffic {
  const published = new Float64Array(publishedKinds.length * statuses);
  const publishedTimes = publishedKinds.map(() => newTimes());
  const offsets = Object.fromEntries(publishedKinds.map((kind, index) => [kind, index])) as Record<
    PublishedKind,
    number
  >;
  const routes = new Map<string, { labels: Record<string, string>; count: number }>();
  const routeTimes = new Map<string, HistogramRow>();
  let aborted = 0;
  let turnedAway = 0;

  function requestRows() {
    const rows = [...routes.values()].map(({ labels, count }) => ({ labels, value: count }));
    for (const [at, count] of published.entries()) {
      if (count === 0) continue;
      const kind = publishedKinds[Math.floor(at / statuses)] ?? 'page';
      const status = String(at % statuses);
      rows.push({ labels: { class: kind, route: 'published', status }, value: count });
    }
    return rows;
  }

  return {
    countPublished(kind, status, seconds) {
      const index = offsets[kind];
      published[index * statuses + status] = (published[index * statuses + status] ?? 0) + 1;
      addTime(publishedTimes[index], seconds);
    },
    count({ kind, route, status, seconds }) {
      const key = `${kind} ${route}`;
      const known = routes.get(`${key} ${status}`);
      if (known) known.count += 1;
      else {
        const labels = { class: kind, route, status: String(status) };
        routes.set(`${key} ${status}`, { labels, count: 1 });
      }
      let times = routeTimes.get(key);
      if (!times) routeTimes.set(key, (times = { labels: { class: kind, route }, ...newTimes() }));
      addTime(times, seconds);
    },
    countAborted: () => void (aborted += 1),
    countTurnedAway: () => void (turnedAway += 1),
    text() {
      const times = publishedTimes.map((row, index) => ({
        labels: { class: publishedKinds[index] ?? '', route: 'published' },
        ...row,
      }));
      return [
        counterText('lectern_http_requests_total', 'Requests that were answered.', requestRows()),
        counterText('lectern_http_aborted_total', 'Clients that hung up before their answer was whole.', [
          { labels: {}, value: aborted },
        ]),
        counterText('lectern_http_connections_refused_total', 'Connections that were one too many.', [
          { labels: {}, value: turnedAway },
        ]),
        histogramText(
          'lectern_http_request_duration_seconds',
          'Time from the request’s headers to the end of the answer; of what is published, to the hand-over.',
          [...times.filter(({ sum }) => sum > 0), ...routeTimes.values()],
        ),
      ].join('');
    },
  };
}

type Times = { buckets: Float64Array; sum: number };

function newTimes(): Times {
  return { buckets: new Float64Array(slots), sum: 0 };
}

function addTime(times: Times | undefined, seconds: number): void {
  if (!times) return;
  const slot = bucketOf(seconds);
  times.buckets[slot] = (times.buckets[slot] ?? 0) + 1;
  times.sum += seconds;
}
