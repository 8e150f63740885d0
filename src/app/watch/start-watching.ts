import { join } from 'node:path';
import { ConfigError } from '#app/config.ts';
import type { Config } from '#app/env.ts';
import { startServer, type RunningServer, type ServerOptions } from '#app/start-server.ts';
import { startFront } from '#lib/delivery/page-front.ts';
import { requireFreePort } from '#lib/delivery/public-server.ts';
import { hostInUrl, loopbackAddress } from '#lib/http/loopback.ts';
import { watchTexts } from '#lib/i18n/en/watch.ts';
import { isForeign } from './foreign-request.ts';
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
    config: { ...config, ...ownSettings(config) },
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
    const front = await startFront({
      ...pages,
      answer(request, response) {
        if (!isForeign(request, config.SITE_URL)) return pages.answer(request, response);
        response.writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8' }).end(watchTexts.foreignHost);
        return true;
      },
      host,
      port,
      sitePort,
    });
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

/** The folder may be that of a live site, whose forms, emails and limits the preview must not touch. */
function ownSettings({ DATA_DIR }: Config): Partial<Config> {
  return {
    HOST: loopbackAddress(),
    PORT: 0,
    PUBLISHER: 'on',
    DATA_DIR: join(DATA_DIR, 'watch'),
    DATABASE_URL: undefined,
    REDIS_URL: undefined,
    SMTP_URL: undefined,
    METRICS_PORT: undefined,
    TRUSTED_PROXIES: [],
  };
}

const isRepository =
  'CONTENT_REPO is set, so the content is a copy of that repository: clone it, and watch the clone with CONTENT_REPO= and INSTITUTE_DIR=CLONE';
