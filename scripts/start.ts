import { readConfig } from '#app/env.ts';
import { buildSite, isBuilt } from './build-site.ts';
import { exitOnFault } from './exit-on-error.ts';

await exitOnFault(async () => {
  readConfig();
  if (isBuilt()) return;
  console.log('lectern: building the site, since its sources are newer than the build ...');
  await buildSite();
});
await import('#app/server.ts');
