import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { limitRules } from '#lib/http/limits.ts';
import { hostInUrl, loopbackAddress } from '#lib/http/loopback.ts';
import type { Log } from '#lib/log/log.ts';
import { createMetrics, type Metrics } from '#lib/metrics/metrics.ts';
import { startMetricsServer, type MetricsServer } from '#lib/metrics/metrics-server.ts';
import type { Readiness } from './readiness.ts';
import type { ServedBuild } from './served-build.ts';
import type { ServerServices } from './services.ts';
import { createSiteStateReader } from './site-state.ts';
import { readOutboxState } from '#lib/store/mail/outbox-state.ts';

type Site = {
  build: Pick<ServedBuild, 'published' | 'isFallback'>;
  server: Server;
  services: Pick<ServerServices, 'forRoutes' | 'store' | 'liveContent'>;
  /** The folder of the build, and that of the data. */
  buildDir: string;
  dataDir: string;
};

type MetricsServices = Pick<Metrics, 'measures' | 'traffic'> & {
  /** Starts the metrics server. Until `observe`, it has no metrics. @throws Error if the port cannot be used */
  start(options: { readiness: Readiness; log: Log }): Promise<MetricsServer>;
  /** Adds what is known once the site has its services. */
  observe(site: Site): void;
};

/** Creates the metrics of this process. @param port on this machine, where they are served */
export function openMetrics(port: number): MetricsServices {
  const read = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(read) as { version: string };
  let site: Site | undefined;
  const metrics = createMetrics({
    version,
    publication() {
      if (!site) throw new Error('the site is starting');
      const { published, isFallback } = site.build;
      const { pages, publishedAt } = published.manifest;
      return { pages: pages.length, publishedAt: Date.parse(publishedAt), isFallback };
    },
    limits: Object.keys(limitRules),
  });
  return {
    measures: metrics.measures,
    traffic: metrics.traffic,
    observe(observed) {
      const { server, services, buildDir, dataDir } = observed;
      metrics.observe({
        server,
        readOutbox: () => readOutboxState(services.store, Date.now()),
        readSite: createSiteStateReader({ ...services, desk: services.forRoutes.desk, buildDir, dataDir }),
      });
      site = observed;
    },
    async start({ readiness, log }) {
      const hasMetrics = () => site !== undefined;
      const started = await startMetricsServer({ port, metrics, hasMetrics, readiness, log });
      log.info(`metrics at http://${hostInUrl(loopbackAddress())}:${started.port}/metrics`, {
        name: 'metrics',
      });
      return started;
    },
  };
}
