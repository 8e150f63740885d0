import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { createChatMeasures } from './chat-measures.ts';
import { labelledCounter } from './labelled-counter.ts';
import type { Measures } from './measures.ts';
import { registerObserved, type Observed } from './observed.ts';
import { createTraffic, latencyBounds, type Traffic } from './traffic.ts';

export type Metrics = {
  readonly measures: Measures;
  readonly traffic: Traffic;
  /** What is looked at each time that somebody asks, and not before. */
  observe(observed: Observed): void;
  /** All of it in Prometheus’ text format. */
  text(): Promise<string>;
  readonly contentType: string;
};

type MetricsOptions = {
  /** Of the build that is served. */
  build: { version: string; pages: number };
  /** Names of the limits, so that each is there before it refuses anyone. */
  limits: readonly string[];
};

/** Counts since the start of this process. Labels take values of ours only: nothing that a client sent. */
export function createMetrics({ build, limits }: MetricsOptions): Metrics {
  const registry = new Registry();
  const traffic = createTraffic(registry);
  collectDefaultMetrics({ register: registry });
  // These are gauges with the names of counters, which Prometheus' own linter refuses; those by type remain.
  for (const what of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`nodejs_active_${what}_total`);
  }
  new Gauge({
    name: 'lectern_build_info',
    help: 'Always 1; the labels tell the version and how many pages the build has.',
    labelNames: ['version', 'pages'],
    registers: [registry],
  }).set({ version: build.version, pages: String(build.pages) }, 1);
  const measures: Measures = {
    ...createSearchMeasures(registry),
    ...createLimitMeasures(registry, limits),
    chat: createChatMeasures(registry),
    signedIn: labelledCounter(registry, {
      name: 'lectern_sign_ins_total',
      help: 'Sign-ins of staff that came back from the directory.',
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
    help: 'Time from a checked query to its answer.',
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
    help: 'Requests that this process counted alone, since the counter store failed.',
    registers: [registry],
  });
  const works = new Gauge({
    name: 'lectern_limit_store_up',
    help: '1 while the store of the counters works, as far as requests have shown.',
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
