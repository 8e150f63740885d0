import { checkAndCount } from '../src/lib/content/check.ts';
import { formatFaults, summarize } from '../src/lib/content/checking/fault.ts';
import { listRoutes } from '../src/lib/content/checking/routes.ts';
import { dayIn } from '../src/lib/content/terms.ts';
import { readBuildConfig } from '../src/lib/env.ts';
import { site } from '../src/site.ts';
import { exitOnFault } from './exit-on-fault.ts';

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
