import { formatProblems, summarize } from '#lib/content/checking/problem.ts';
import { readPreviousAddresses } from '#lib/content/previous-addresses.ts';
import { checkSiteContent } from '#app/content-view/check-site-content.ts';
import { readBuildConfig } from '#app/env.ts';
import { exitOnError } from './exit-on-error.ts';
import { prepareContent } from '#app/publisher/prepare-content.ts';
import { requireReadableTexts } from './require-readable-texts.ts';

await exitOnError(async () => {
  await prepareContent();
  const { contentDir } = readBuildConfig();
  await requireReadableTexts(contentDir);
  const previousAddresses = await readPreviousAddresses(process.argv[2] ?? 'dist', contentDir);
  const { problems, entries, settings } = await checkSiteContent(contentDir, { previousAddresses });
  if (problems.length > 0) console.log(`${formatProblems(problems)}\n`);
  console.log(summarize(problems, entries.length + settings.length));
  if (problems.some(({ severity }) => severity !== 'warning')) process.exitCode = 1;
});
