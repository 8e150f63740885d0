import { buildSite } from './build-site.ts';
import { embedBuild } from './embed-build.ts';
import { exitOnError } from './exit-on-error.ts';

await exitOnError(async () => {
  await buildSite();
  await embedBuild();
});
