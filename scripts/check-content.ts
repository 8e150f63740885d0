import { checkAndCount } from '#lib/content/check.ts';
import { formatFaults, summarize } from '#lib/content/checking/problem.ts';
import { listRoutes } from '#lib/content/checking/routes.ts';
import { dayIn } from '#lib/content/terms.ts';
import { readBuildConfig } from '#app/env.ts';
import { site } from '#site';
import { exitOnFault } from './exit-on-error.ts';

await exitOnFault(async () => {
  const { faults, fileCount } = await checkAndCount({
    directory: readBuildConfig().contentDir,
    institute: site,
    today: dayIn(site.timeZone, new Date()),
    routes: await listRoutes(process.cwd()),
  });
  if (faults.length > 0) console.log(`${formatFaults(faults)}\n`);
  console.log(summarize(faults, fileCount));
  if (faults.some(({ severity }) => severity !== 'warning')) process.exitCode = 1;
});
