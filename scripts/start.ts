import { readConfig } from '#app/env.ts';
import { buildSite, isBuilt } from './build-site.ts';
import { exitOnError } from './exit-on-error.ts';

await exitOnError(async () => {
  readConfig();
  if (isBuilt()) return;
  console.log('lectern: building the site, because its sources have changed ...');
  await buildSite();
});
await import('#app/server.ts');
