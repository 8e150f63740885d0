import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createDelivery } from '#lib/delivery/delivery.ts';
import { watchUncaughtErrors } from '#lib/delivery/uncaught-errors.ts';
import { createPublicServer, listen, type AppHandler } from '#lib/delivery/public-server.ts';
import { openServedBuild, type ServedBuild } from './served-build.ts';
import { createShutDown } from './shut-down.ts';
import { warmUp, type WarmUpRequest } from './warm-up.ts';
import { testKeySettings } from './config.ts';
import { buildEnvironment, readConfig, requireSameContent, type Config } from './env.ts';
import { keepProcess, type KeptProcess } from './keep-process.ts';
import { createIsProxy } from '#lib/http/client-address.ts';
import { captureConsole } from '#lib/log/capture-console.ts';
import { silentLog, type Log } from '#lib/log/log.ts';
import { createWatch, openLog } from './log-services.ts';
import type { RequestWatch } from '#lib/log/request-watch.ts';
import { mcpPath } from '#lib/mcp/protocol.ts';
import { noMeasures } from '#lib/metrics/measures.ts';

type RouteLocals = Pick<App.Locals, 'services' | 'standIns'>;

/** Keep the publisher's memory low: it works rarely, and nobody waits for its garbage collection. */
const publisherOptions = ['--expose-gc', '--max-semi-space-size=4'];
/** Fewer arenas of glibc's malloc: the threads that read and compress files leave each of theirs half empty. */
const publisherEnvironment = { MALLOC_ARENA_MAX: '2' };
const publisherFile = fileURLToPath(new URL('./publisher.ts', import.meta.url));

/** One request per kind of dynamic route; prerendered pages are in memory already. */
const warmUpRequests: readonly WarmUpRequest[] = [
  { path: '/api/health' },
  { path: '/api/search?q=study' },
  { path: '/search?q=study' },
  { path: '/search?q=study', headers: { Accept: 'text/markdown' } },
  { path: '/courses/find?q=study' },
  { path: '/courses/compare' },
  { path: '/register' },
  { path: '/openapi.json' },
  {
    path: mcpPath,
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"query":"study"}}}',
  },
  { path: '/-' },
];

/** Checks and warms up everything before it accepts the first connection. */
async function start(): Promise<void> {
  const config = readConfig();
  const log = openLog(config);
  const distDir = findBuild();
  const build = await openServedBuild({ distDir, siteUrl: config.SITE_URL, log });
  requireSameContent(build.published.manifest.contentDir);
  const testKeys = testKeySettings(config).join(' and ');
  if (testKeys) log.warn(`${testKeys}: a public test key, which lets every bot pass the challenge`);
  const metrics = await openMetricsOf(config, build);
  const { createServices } = await import('./services.ts');
  const services = await createServices({
    ...{ publishedDir: distDir, publication: build.publication, config, log },
    measures: metrics?.measures ?? noMeasures,
  });
  const { handler } = (await import(`${distDir}/server/entry.mjs`)) as { handler: AppHandler<RouteLocals> };
  const delivery = createDelivery({ published: () => build.published, siteUrl: config.SITE_URL, log });
  const isProxy = createIsProxy(config.TRUSTED_PROXIES);
  const locals = {
    services,
    get standIns() {
      return build.standIns;
    },
  };
  const makeServer = (watch: RequestWatch) =>
    createPublicServer({
      ...{ delivery, app: handler, locals, isProxy, watch },
      onConnection: () => services.requestQueue.yieldOnce(),
    });
  await warmUp(makeServer(createWatch(silentLog, config, undefined)), warmUpRequests);
  const server = makeServer(createWatch(log, config, metrics?.traffic));
  await metrics?.start({ server, store: services.store, log });
  const port = await listen(server, { host: config.HOST, port: config.PORT });
  const follower = build.follow((publication) => services.follow(publication));
  const publisher = keepPublisher(config, distDir, log);
  const content = services.liveContent?.follow();
  const background = [follower, content, publisher].filter((work) => work !== undefined);
  const shutDown = createShutDown({ server, services, background, log, exit: (code) => process.exit(code) });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => shutDown(0));
  watchUncaughtErrors((error) => {
    log.error('uncaught error outside of any request', { error });
    shutDown(1);
  });
  console.log(`listening on http://${hostInUrl(config.HOST)}:${port}`);
  captureConsole(log.with({ name: 'library' }));
}

/** Undefined in a release that was gathered for serving only: another process publishes into its folder. */
function keepPublisher({ PUBLISHER }: Config, distDir: string, log: Log): KeptProcess | undefined {
  if (PUBLISHER === 'off' || !existsSync(publisherFile)) return undefined;
  const environment = { ...buildEnvironment(), ...publisherEnvironment };
  return keepProcess({
    ...{ name: 'publisher', file: publisherFile, arguments: [distDir], environment, log },
    nodeOptions: publisherOptions,
  });
}

/** Loads metrics only when they are enabled. */
async function openMetricsOf({ METRICS_PORT: port }: Config, build: ServedBuild) {
  if (port === undefined) return undefined;
  const { openMetrics } = await import('./metrics-services.ts');
  return openMetrics({ manifest: () => build.published.manifest, port });
}

/**
 * Returns the folder of the build: `dist`, unless an argument names another. Resolves a symbolic link once, so that
 * this process keeps serving the same build when the link changes.
 */
function findBuild(): string {
  const folder = process.argv[2] ?? fileURLToPath(new URL('../../dist', import.meta.url));
  try {
    return realpathSync(folder);
  } catch (cause) {
    throw new Error(`There is no build in ${folder}: run \`npm run build\``, { cause });
  }
}

function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

try {
  await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
