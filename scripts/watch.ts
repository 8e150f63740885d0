import { readConfig } from '#app/env.ts';
import { requireFreePort } from '#lib/delivery/public-server.ts';
import { buildIfCodeChanged } from './build-site.ts';
import { exitOnError } from '#command/exit-on-error.ts';
import { openSiteOfRelease, watchedSites } from '#command/release-sites.ts';

await exitOnError(async () => {
  const { HOST: host, PORT: port, SITE_URL } = readConfig();
  await requireFreePort({ host, port });
  await buildIfCodeChanged();
  // Otherwise the institute and the address of the last publication would stay.
  process.env['INSTITUTE_DIR'] ||= 'src';
  process.env['SITE_URL'] ||= SITE_URL;
  process.argv.splice(2, Infinity, openSiteOfRelease(watchedSites, 'dist'), '--watch');
});
await import('#app/server.ts');
