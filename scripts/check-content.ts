import { formatProblems, summarize } from '#lib/content/checking/problem.ts';
import { checkSiteContent } from '#app/check-site-content.ts';
import { readBuildConfig } from '#app/env.ts';
import { exitOnError } from './exit-on-error.ts';

await exitOnError(async () => {
  const { problems, entries } = await checkSiteContent(readBuildConfig().contentDir);
  if (problems.length > 0) console.log(`${formatProblems(problems)}\n`);
  console.log(summarize(problems, entries.length));
  if (problems.some(({ severity }) => severity !== 'warning')) process.exitCode = 1;
});
