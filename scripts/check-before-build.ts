import { checkContent } from '#lib/content/check.ts';
import { formatProblems, isBuildStopped, type ContentProblem } from '#lib/content/checking/problem.ts';
import { listRoutes } from '#lib/content/checking/routes.ts';
import { dayIn } from '#lib/content/terms.ts';
import { readBuildConfig } from '#app/env.ts';
import { site } from '#site';

/** So many lines of what does not stop a build are shown; `check:content` shows them all. */
const shownAtMost = 12;

/**
 * Prints what is wrong with the content before a build.
 * @throws Error when a file can't be built, after all problems of all files have been told
 */
export async function checkBeforeBuild(): Promise<void> {
  const problems = await checkContent({
    directory: readBuildConfig().contentDir,
    institute: site,
    today: dayIn(site.timeZone, new Date()),
    routes: await listRoutes(process.cwd()),
    handbookLinks: 'warning',
  });
  const stops = problems.filter(({ severity }) => severity === 'fatal');
  const others = problems.filter(({ severity }) => severity !== 'fatal');
  if (others.length > 0) console.warn(tellSome(others));
  if (!isBuildStopped(problems)) return;
  console.error(`${formatProblems(stops)}\n`);
  throw new Error(
    stops.length === 1
      ? 'the problem above stops the build: fix it'
      : `the ${stops.length} problems above stop the build: fix them`,
  );
}

function tellSome(problems: readonly ContentProblem[]): string {
  const rest = problems.length - shownAtMost;
  const closing = rest > 0 ? `and ${rest} more` : `${problems.length} in all`;
  return `${formatProblems(problems.slice(0, shownAtMost))}\nlectern: ${closing}; the build goes on. \`npm run check:content\` lists all.\n`;
}
