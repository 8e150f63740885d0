import { formatProblems } from '#lib/content/checking/problem.ts';
import { readPreviousAddresses } from '#lib/content/previous-addresses.ts';
import { checkSiteContent } from '#app/content-view/check-site-content.ts';
import { readBuildConfig } from '#app/env.ts';
import { requireReadableTexts } from '#command/require-readable-texts.ts';

/** Maximum number of printed problems that do not stop the build. */
const maxShown = 12;

/**
 * Prints the problems of the content before a build.
 * @throws Error if there are problems that stop the build
 */
export async function checkBeforeBuild(): Promise<void> {
  const { contentDir } = readBuildConfig();
  await requireReadableTexts(contentDir);
  const previousAddresses = await readPreviousAddresses('dist', contentDir);
  const { problems } = await checkSiteContent(contentDir, { previousAddresses });
  const fatal = problems.filter(({ severity }) => severity === 'fatal');
  const others = problems.filter(({ severity }) => severity !== 'fatal');
  if (others.length > 0) {
    const rest = others.length - maxShown;
    const total = rest > 0 ? `and ${rest} more problems` : `${others.length} in total`;
    console.warn(
      `${formatProblems(others.slice(0, maxShown))}\nlectern: ${total}; the build continues. \`npm run check:content\` lists them all.\n`,
    );
  }
  if (fatal.length === 0) return;
  console.error(`${formatProblems(fatal)}\n`);
  throw new Error(
    fatal.length === 1
      ? 'the problem above stops the build: fix it'
      : `the ${fatal.length} problems above stop the build: fix them`,
  );
}
