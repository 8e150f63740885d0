import { buildIfNeeded } from './build-site.ts';
import { exitOnError } from '#command/exit-on-error.ts';
import { exportSite } from '#command/export-site.ts';

await exitOnError(async () => {
  // A separate build: a server may use `dist`, and it would not start with a build made with other settings.
  await buildIfNeeded('.cache/export/dist');
  await exportSite('dist-static', '.cache/export/dist');
});
