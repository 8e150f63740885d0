import { existsSync, realpathSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createDelivery } from '#lib/delivery/delivery.ts';
import { createPublicServer, listen, requireFreePort, type AppHandler } from '#lib/delivery/public-server.ts';
import { defaultServerLimits } from '#lib/delivery/server-limits.ts';
import { createIsProxy } from '#lib/http/client-address.ts';
import { hostInUrl } from '#lib/http/loopback.ts';
import { silentLog, type Log } from '#lib/log/log.ts';
import type { RequestWatch } from '#lib/log/request-watch.ts';
import { noMeasures } from '#lib/metrics/measures.ts';
import { testKeySettings } from './config.ts';
import { buildEnvironment, type Config } from './env.ts';
import { loadDesk } from './desk/create-desk.ts';
import { takeOverInputs } from './publisher/take-over-inputs.ts';
import { keepProcess, type KeptProcess } from './keep-process.ts';
import { createWatch } from './log-services.ts';
import { isOfDesk, largeBodies } from './route-policies.ts';
import type { Publication } from './publication.ts';
import { createReadiness } from './readiness.ts';
import { openServedBuild, type ServedBuild } from './served-build.ts';
import type { ServerServices } from './services.ts';
import type { WatchedOutcome } from './publisher/publish-requested.ts';
import type { Store } from '#lib/store/open.ts';
import { createShutDown } from './shut-down.ts';
import { warmUp } from './warm-up.ts';

export type ServerOptions = {
  config: Config;
  /**
   * The folder of the build. A symbolic link is resolved once, so that the server keeps its build when the link
   * changes.
   */
  distDir: string;
  /** Environment variables that may be passed to child processes. CONTENT_DIR is read from them, too. */
  environment: NodeJS.ProcessEnv;
  log: Log;
  /** Answers searches and one request of each kind before it is ready, so that later ones need no code to be compiled. */
  warmsUp: boolean;
  /** Called when the first connection can be accepted, before the server is ready. */
  onListening?: () => void;
  /** Lets the publisher watch the content folder, and publish for writers. */
  watching?: Watching;
};

type Watching = {
  /** Called with each publication that the server switches to. */
  onServed(publication: Publication): void;
  /** Called after each attempt to publish a change of the folder. */
  onOutcome(outcome: WatchedOutcome): void;
};

export type RunningServer = {
  /** `http://HOST:PORT` */
  origin: string;
  /** What it serves now. */
  readonly publication: Publication;
  /**
   * Stops gracefully: refuses new connections, waits for requests and emails in progress, then closes everything.
   * Takes at most ten seconds after DRAIN_SECONDS. Calling it again ends the drain, and can raise the exit code.
   * @returns the exit code
   */
  stop(exitCode?: number): Promise<number>;
};

type RouteLocals = Pick<App.Locals, 'services' | 'errorPages'>;
type MakeServer = (watch: RequestWatch) => Server;

/** Limits the publisher's memory: it runs rarely, and its garbage collection delays no request. */
const publisherOptions = ['--expose-gc', '--max-semi-space-size=4'];
/** Limits glibc to two malloc arenas: with one per thread, each would stay half empty. */
const publisherEnvironment = { MALLOC_ARENA_MAX: '2' };
const publisherFile = fileURLToPath(new URL('./publisher/publisher.ts', import.meta.url));

/**
 * Starts the site's server. Several can run in one process: they change no global state, and `stop` closes
 * everything. Checks its settings and its build before it accepts the first connection.
 * @throws Error with a message of one line that says what to do
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, environment, log } = options;
  const distDir = findBuild(options.distDir);
  await requireFreePort({ host: config.HOST, port: config.PORT });
  const readiness = createReadiness();
  const metrics = await openMetricsOf(config);
  const opened: { close(): Promise<void> }[] = [];
  try {
    // First, so that `/ready` there gives the reason while the site publishes.
    const metricsServer = await metrics?.start({ readiness, log });
    if (metricsServer) opened.push(metricsServer);
    // While another process publishes, which starts first: loading blocks this one. Its errors come below.
    const loading = nextTurn().then(() => loadCode(distDir, config));
    loading.catch(() => undefined);
    await takeOverInputs(distDir, options);
    const build = await openServedBuild({ distDir, siteUrl: config.SITE_URL, log });
    const testKeys = testKeySettings(config).join(' and ');
    if (testKeys) log.warn(`${testKeys}: a public test key, which lets every bot pass the challenge`);
    const { createServices, app } = await loading;
    const services = await createServices({
      publishedDir: distDir,
      publication: build.publication,
      readiness,
      config,
      environment,
      log,
      measures: metrics?.measures ?? noMeasures,
    });
    opened.push(services);
    const makeServer = createMakeServer({ config, app, build, services, log });
    const server = makeServer(createWatch(log, config, metrics?.traffic));
    metrics?.observe({ build, server, services, buildDir: distDir, dataDir: config.DATA_DIR });
    const port = await listen(server, { host: config.HOST, port: config.PORT });
    options.onListening?.();
    if (options.warmsUp) {
      await services.forRoutes.site.search.warmUp();
      await warmUp(makeServer(createWatch(silentLog, config, undefined)));
    }
    const following = build.follow((publication) => {
      services.follow(publication);
      options.watching?.onServed(publication);
    });
    const background = [following, services.liveContent?.follow(), keepPublisher(options, distDir)].filter(
      (work) => work !== undefined,
    );
    readiness.started({ askStore: () => askStore(services.store), isCurrent: () => following.isCurrent() });
    const drainsFor = config.DRAIN_SECONDS * 1_000;
    const stop = createShutDown({ server, services, readiness, drainsFor, background, opened, log });
    return {
      origin: `http://${hostInUrl(config.HOST)}:${port}`,
      get publication() {
        return build.publication;
      },
      stop: (exitCode = 0) => stop(exitCode),
    };
  } catch (error) {
    for (const each of opened) await each.close();
    throw error;
  }
}

/** @throws if the store cannot be used */
function askStore(store: Store): Promise<unknown> {
  return store.query((db) => db.selectNoFrom((select) => select.val(1).as('one')).execute());
}

type Handler = AppHandler<RouteLocals>;

async function loadCode(distDir: string, config: Config) {
  const [{ createServices }, { handler }] = await Promise.all([
    import('./services.ts'),
    import(pathToFileURL(join(distDir, 'server/entry.mjs')).href) as Promise<{ handler: Handler }>,
    loadDesk(config),
  ]);
  return { createServices, app: handler };
}

type MakeServerNeeds = Pick<ServerOptions, 'config' | 'log'> & {
  app: Handler;
  build: ServedBuild;
  services: Pick<ServerServices, 'forRoutes'>;
};

function createMakeServer({ config, app, build, services, log }: MakeServerNeeds): MakeServer {
  const { forRoutes } = services;
  const delivery = createDelivery({ published: () => build.published, siteUrl: config.SITE_URL, log });
  const isProxy = createIsProxy(config.TRUSTED_PROXIES);
  const locals = {
    services: forRoutes,
    get errorPages() {
      return build.errorPages;
    },
  };
  const parts = forRoutes.desk
    ? { app, limits: { ...defaultServerLimits, bodyBytesAt: largeBodies } }
    : { app: withoutDesk(app) };
  return (watch) =>
    createPublicServer({
      ...parts,
      delivery,
      locals,
      isProxy,
      watch,
      onConnection: () => forRoutes.requests.queue.yieldOnce(),
    });
}

/** Without the desk, its addresses are unknown ones. `delivery` has refused those that cannot be decoded. */
function withoutDesk(app: Handler): Handler {
  return (request, response, next, locals) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    if (!isOfDesk(decodeURIComponent(path))) return app(request, response, next, locals);
    next();
    return undefined;
  };
}

/** Undefined in a release for serving only, into whose folder another process publishes. */
function keepPublisher(
  { config, environment, log, watching }: ServerOptions,
  distDir: string,
): KeptProcess | undefined {
  if (config.PUBLISHER === 'off' || !existsSync(publisherFile)) return undefined;
  return keepProcess({
    name: 'publisher',
    file: publisherFile,
    arguments: watching ? [distDir, '--watch'] : [distDir],
    environment: { ...buildEnvironment(environment), ...publisherEnvironment },
    ...(watching && { onMessage: (outcome) => watching.onOutcome(outcome as WatchedOutcome) }),
    log,
    nodeOptions: publisherOptions,
  });
}

/** Loads metrics only when they are enabled. */
async function openMetricsOf({ METRICS_PORT: port }: Config) {
  if (port === undefined) return undefined;
  const { openMetrics } = await import('./metrics-services.ts');
  return openMetrics(port);
}

function findBuild(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (cause) {
    throw new Error(`There is no build in ${folder}: run \`npm run build\``, { cause });
  }
}
