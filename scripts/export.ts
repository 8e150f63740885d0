import { buildIfNeeded } from './build-site.ts';
import { exitOnError } from './exit-on-error.ts';
import { exportSite } from './export-site.ts';

await exitOnError(async () => {
  // A build of its own: `dist` may be served, and servers refuse to start beside a build of other settings.
  await buildIfNeeded('.cache/export/dist');
  await exportSite('dist-static', '.cache/export/dist');
});
