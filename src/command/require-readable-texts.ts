import { relative } from 'node:path';
import { formatProblems, type ContentProblem } from '#lib/content/checking/problem.ts';
import { createFolderReader } from '#lib/publishing/activation/sources.ts';
import { createTextProbe } from '#app/publisher/text-probe.ts';

/**
 * Parses all texts of a content folder in another process first, since some texts crash the process that parses them,
 * without a message that names the file.
 * @throws Error after printing the files that cannot be parsed
 */
export async function requireReadableTexts(contentDir: string): Promise<void> {
  const { sources, placeOf } = await createFolderReader(contentDir)();
  const { probe, problemOf } = createTextProbe();
  await probe(sources.values());
  const problems = [...sources.values()].flatMap((file): ContentProblem[] => {
    const problem = problemOf(file);
    const path = relative(process.cwd(), placeOf(file.path));
    return problem ? [{ file: path, line: 1, severity: 'fatal', ...problem }] : [];
  });
  if (problems.length === 0) return;
  console.error(`${formatProblems(problems)}\n`);
  throw new Error('the texts above cannot be parsed: fix them');
}
