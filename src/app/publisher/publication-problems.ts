import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentProblem } from '#lib/content/checking/problem.ts';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { contentReportSchema, type ContentReport } from '#lib/content/report-file.ts';

/** Whether a file stays in its last good state because of a problem. */
export function isRefusal({ severity }: ContentProblem): boolean {
  return severity !== 'warning';
}

/** Whether a file cannot be rendered because of a problem. */
export function isFatal({ severity }: ContentProblem): boolean {
  return severity === 'fatal';
}

/** @param file the path of a file, or the address of a page that has no file in the content */
export function toProblem(file: string): ContentProblem {
  return {
    file,
    line: 1,
    severity: 'fatal',
    message: 'the page cannot be rendered',
    fix: 'correct its last edit, or report it: the log has the error',
  };
}

/** Returns the new problems. Line numbers are ignored in the comparison. */
export function withoutKnown(
  problems: readonly ContentProblem[],
  known: ContentReport['problems'],
): ContentProblem[] {
  const nameOf = ({ file, message }: { file: string; message: string }) => `${file} ${message}`;
  const names = new Set(known.map(nameOf));
  return problems.filter((problem) => !names.has(nameOf(problem)));
}

/** The problems at the time of a publication. */
export async function readProblems(
  distDir: string,
  { serverFiles }: Manifest,
): Promise<ContentReport['problems']> {
  if (serverFiles.contentReport === null) return [];
  const text = await readFile(join(distDir, serverFiles.contentReport), 'utf8');
  return contentReportSchema.parse(JSON.parse(text)).problems;
}
