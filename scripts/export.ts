import { buildIfNeeded } from './build-site.ts';
import { exitOnError } from './exit-on-error.ts';
import { exportSite } from './export-site.ts';

await exitOnError(async () => {
  // A separate build, because a server may use `dist`, and servers refuse to start with a build of other settings.
  await buildIfNeeded('.cache/export/dist');
  await exportSite('dist-static', '.cache/export/dist');
});
