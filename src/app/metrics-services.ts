import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Manifest } from '#lib/content/manifest.ts';
import { limitRules } from '#lib/http/limits.ts';
import type { Log } from '#lib/log/log.ts';
import { createMetrics, type Metrics } from '#lib/metrics/metrics.ts';
import { startMetricsServer, type MetricsServer } from '#lib/metrics/metrics-server.ts';
import type { Store } from '#lib/store/open.ts';
import { readOutboxState } from '#lib/store/mail/outbox-state.ts';

type MetricsNeeds = {
  /** Returns the current manifest. */
  manifest: () => Manifest;
  /** Whether an earlier publication is served, because the last one is damaged. */
  isFallback: () => boolean;
  /** Port on this machine where the metrics are served. */
  port: number;
};

type MetricsServices = Pick<Metrics, 'measures' | 'traffic'> & {
  /** Starts the metrics server. @throws Error if the port cannot be used */
  start(observed: { server: Server; store: Store; log: Log }): Promise<MetricsServer>;
};

/** Creates the metrics of this process. */
export function openMetrics({ manifest, isFallback, port }: MetricsNeeds): MetricsServices {
  const read = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(read) as { version: string };
  const metrics = createMetrics({
    version,
    publication() {
      const { pages, publishedAt } = manifest();
      return { pages: pages.length, publishedAt: Date.parse(publishedAt), isFallback: isFallback() };
    },
    limits: Object.keys(limitRules),
  });
  return {
    measures: metrics.measures,
    traffic: metrics.traffic,
    async start({ server, store, log }) {
      metrics.observe({ server, readOutbox: () => readOutboxState(store, Date.now()) });
      const started = await startMetricsServer({ port, metrics, log });
      log.info(`metrics at http://127.0.0.1:${started.port}/metrics`, { name: 'metrics' });
      return started;
    },
  };
}
