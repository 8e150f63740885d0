import { checkContent } from '#lib/content/check.ts';
import { formatFaults, isBuildStopped, type Fault } from '#lib/content/checking/problem.ts';
import { listRoutes } from '#lib/content/checking/routes.ts';
import { dayIn } from '#lib/content/terms.ts';
import { readBuildConfig } from '#app/env.ts';
import { site } from '#site';

/** So many lines of what does not stop a build are shown; `check:content` shows them all. */
const shownAtMost = 12;

/**
 * Prints what is wrong with the content before a build.
 * @throws Error when a file can't be built, after all faults of all files have been told
 */
export async function checkBeforeBuild(): Promise<void> {
  const faults = await checkContent({
    directory: readBuildConfig().contentDir,
    institute: site,
    today: dayIn(site.timeZone, new Date()),
    routes: await listRoutes(process.cwd()),
    handbookLinks: 'warning',
  });
  const stops = faults.filter(({ severity }) => severity === 'stops');
  const others = faults.filter(({ severity }) => severity !== 'stops');
  if (others.length > 0) console.warn(tellSome(others));
  if (!isBuildStopped(faults)) return;
  console.error(`${formatFaults(stops)}\n`);
  throw new Error(
    stops.length === 1
      ? 'the fault above stops the build: mend it'
      : `the ${stops.length} faults above stop the build: mend them`,
  );
}

function tellSome(faults: readonly Fault[]): string {
  const rest = faults.length - shownAtMost;
  const closing = rest > 0 ? `and ${rest} more` : `${faults.length} in all`;
  return `${formatFaults(faults.slice(0, shownAtMost))}\nlectern: ${closing}; the build goes on. \`npm run check:content\` lists all.\n`;
}
