import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { createChatMeasures } from './chat-measures.ts';
import { labelledCounter } from './labelled-counter.ts';
import type { Measures } from './measures.ts';
import { registerObserved, type Observed } from './observed.ts';
import { createTraffic, latencyBounds, type Traffic } from './traffic.ts';

export type Metrics = {
  readonly measures: Measures;
  readonly traffic: Traffic;
  /** Adds gauges that are read at each scrape. */
  observe(observed: Observed): void;
  /** All metrics in Prometheus’ text format. */
  text(): Promise<string>;
  readonly contentType: string;
};

type MetricsOptions = {
  version: string;
  /** Returns the current publication. Called at each scrape. */
  publication: () => { pages: number; publishedAt: number; isFallback: boolean };
  /** Names of the limits. Each has a series even before its first refusal. */
  limits: readonly string[];
};

/** Creates the metrics. They count from the start of this process, and labels never contain client input. */
export function createMetrics({ version, publication, limits }: MetricsOptions): Metrics {
  const registry = new Registry();
  const traffic = createTraffic(registry);
  collectDefaultMetrics({ register: registry });
  // Prometheus' linter rejects these gauges, because their names are those of counters. The gauges by type remain.
  for (const what of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`nodejs_active_${what}_total`);
  }
  new Gauge({
    name: 'lectern_build_info',
    help: 'Always 1; the labels have the version and the number of published pages.',
    labelNames: ['version', 'pages'],
    registers: [registry],
    collect() {
      this.reset();
      this.set({ version, pages: String(publication().pages) }, 1);
    },
  });
  new Gauge({
    name: 'lectern_published_timestamp_seconds',
    help: 'Unix time of the publication that is served.',
    registers: [registry],
    collect() {
      this.set(publication().publishedAt / 1000);
    },
  });
  new Gauge({
    name: 'lectern_publication_is_fallback',
    help: '1 while an earlier publication is served, because the last one is damaged.',
    registers: [registry],
    collect() {
      this.set(publication().isFallback ? 1 : 0);
    },
  });
  const measures: Measures = {
    ...createSearchMeasures(registry),
    ...createLimitMeasures(registry, limits),
    chat: createChatMeasures(registry),
    signedIn: labelledCounter(registry, {
      name: 'lectern_sign_ins_total',
      help: 'Staff sign-ins that returned from the directory, by result.',
      label: 'result',
      values: ['accepted', 'refused', 'failed'],
    }),
  };
  return {
    measures,
    traffic,
    observe: (observed) => registerObserved(registry, observed),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function createSearchMeasures(registry: Registry): Pick<Measures, 'searched'> {
  const count = labelledCounter(registry, {
    name: 'lectern_search_queries_total',
    help: 'Searches by API, page and MCP.',
    label: 'outcome',
    values: ['found', 'corrected', 'nothing', 'failed'],
  });
  const times = new Histogram({
    name: 'lectern_search_duration_seconds',
    help: 'Time from a validated query to its results.',
    buckets: latencyBounds,
    registers: [registry],
  });
  return {
    searched(outcome, seconds) {
      count(outcome);
      times.observe(seconds);
    },
  };
}

function createLimitMeasures(registry: Registry, limits: readonly string[]) {
  const alone = new Counter({
    name: 'lectern_limit_fallbacks_total',
    help: 'Requests that this process counted in memory because the counter store failed.',
    registers: [registry],
  });
  const works = new Gauge({
    name: 'lectern_limit_store_up',
    help: '1 while the counter store works, according to recent requests.',
    registers: [registry],
  });
  works.set(1);
  return {
    limitRefused: labelledCounter(registry, {
      name: 'lectern_limit_refusals_total',
      help: 'Requests that a limit refused with 429.',
      label: 'limit',
      values: limits,
    }),
    countedAlone: () => alone.inc(),
    limitStoreWorks: (isWorking: boolean) => works.set(isWorking ? 1 : 0),
  };
}
