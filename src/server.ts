import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDelivery } from './lib/delivery/deliver.ts';
import { createPublicServer, listen, stop, type AppHandler } from './lib/delivery/public-server.ts';
import { openPublished, type Published } from './lib/delivery/published.ts';
import { fileLinks, pageLinks } from './lib/discovery/links.ts';
import { warnOfExpiry } from './lib/discovery/security-txt.ts';
import { readConfig, type Config } from './lib/env.ts';
import type { Services } from './lib/services.ts';

/** The build to serve: `dist`, unless an argument names another folder. */
const distDir = resolve(process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url)));
const stopPatience = 8_000;

type App = { handler: AppHandler<{ services: Services }> };

/** Everything is checked and warm before the first connection is accepted. */
async function start(): Promise<void> {
  const config = readConfig();
  const published = openPublished(distDir, { pageLinks, fileLinks: fileLinks(config.SITE_URL) });
  requireSameSite(published, config);
  const security = readFileSync(`${distDir}/client/.well-known/security.txt`, 'utf8');
  const warning = warnOfExpiry(security);
  if (warning) console.warn(warning);
  const { createServices } = await import('./lib/services.ts');
  const services = await createServices({ publishedDir: distDir, config });
  const { handler } = (await import(`${distDir}/server/entry.mjs`)) as App;
  const delivery = createDelivery({ published, siteUrl: config.SITE_URL });
  const server = createPublicServer({ delivery, app: handler, locals: { services } });
  const port = await listen(server, { host: config.HOST, port: config.PORT });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void shutDown();
    });
  }
  console.log(`listening on http://${hostInUrl(config.HOST)}:${port}`);

  async function shutDown(): Promise<void> {
    await stop(server, stopPatience);
    await services.close();
    process.exit(0);
  }
}

function requireSameSite({ manifest }: Published, { SITE_URL }: Config): void {
  if (manifest.siteUrl === SITE_URL) return;
  throw new Error(
    `The build is for ${manifest.siteUrl}, but SITE_URL is ${SITE_URL}: run \`npm run build\` with this SITE_URL`,
  );
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
