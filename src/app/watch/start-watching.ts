import { ConfigError } from '#app/config.ts';
import { hostInUrl, startServer, type RunningServer, type ServerOptions } from '#app/start-server.ts';
import { startFront } from '#lib/delivery/page-front.ts';
import { requireFreePort } from '#lib/delivery/public-server.ts';
import { createWatchedPages } from './watched-pages.ts';

/**
 * Starts the site's server for writers: it publishes each change of the content folder, with drafts, and a front adds a
 * banner with the problems to its pages and reloads them. The front listens where the server would. Nothing of this is
 * part of the server itself.
 * @param options the build in `distDir` should have no other use: readers must not see drafts
 * @throws Error like `startServer`
 */
export async function startWatching(options: ServerOptions): Promise<RunningServer> {
  const { config, log } = options;
  const { HOST: host, PORT: port } = config;
  if (config.CONTENT_REPO !== undefined) throw new ConfigError(isRepository);
  await requireFreePort({ host, port });
  const pages = createWatchedPages();
  const site = await startServer({
    ...options,
    config: { ...config, HOST: '127.0.0.1', PORT: 0, PUBLISHER: 'on' },
    watching: {
      onServed(publication) {
        pages
          .onServed(publication)
          .catch((error: unknown) => log.warn('the content report cannot be read', { error }));
      },
      onOutcome: (outcome) => pages.onOutcome(outcome),
    },
  });
  try {
    await pages.onServed(site.publication);
    const sitePort = Number(new URL(site.origin).port);
    const front = await startFront({ ...pages, host, port, sitePort });
    return {
      ...site,
      origin: `http://${hostInUrl(host)}:${front.port}`,
      async stop(exitCode) {
        await front.stop();
        return site.stop(exitCode);
      },
    };
  } catch (error) {
    await site.stop();
    throw error;
  }
}

const isRepository =
  'CONTENT_REPO is set, so the content is a copy of that repository: clone it, and watch the clone with CONTENT_REPO= and INSTITUTE_DIR=CLONE';
