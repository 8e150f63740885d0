import { picturesLater, readConfig } from '#app/env.ts';
import { buildIfNeeded } from './build-site.ts';
import { exitOnError } from './exit-on-error.ts';

await exitOnError(async () => {
  readConfig();
  await buildIfNeeded('dist', picturesLater);
});
await import('#app/server.ts');
