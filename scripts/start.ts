import { readConfig } from '#app/env.ts';
import { updateBuild } from './build-site.ts';
import { exitOnError } from './exit-on-error.ts';

await exitOnError(async () => {
  readConfig();
  await updateBuild();
});
await import('#app/server.ts');
