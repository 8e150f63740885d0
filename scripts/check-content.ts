import { checkAndCount } from '#lib/content/check.ts';
import { formatProblems, summarize } from '#lib/content/checking/problem.ts';
import { listRoutes } from '#lib/content/checking/routes.ts';
import { dayIn } from '#lib/content/terms.ts';
import { readBuildConfig } from '#app/env.ts';
import { site } from '#site';
import { exitOnFault } from './exit-on-error.ts';

await exitOnFault(async () => {
  const { problems, fileCount } = await checkAndCount({
    directory: readBuildConfig().contentDir,
    institute: site,
    today: dayIn(site.timeZone, new Date()),
    routes: await listRoutes(process.cwd()),
  });
  if (problems.length > 0) console.log(`${formatProblems(problems)}\n`);
  console.log(summarize(problems, fileCount));
  if (problems.some(({ severity }) => severity !== 'warning')) process.exitCode = 1;
});
