import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  contentReportFile,
  contentReportSchema,
  type ContentReport,
  type ReportedPage,
} from '#lib/content/report-file.ts';

const read = new Map<string, Promise<ContentReport | undefined>>();

/** The report that the build in this folder made, read once; undefined for a preview, which makes none. */
export function readContentReport(publishedDir: string): Promise<ContentReport | undefined> {
  const file = join(publishedDir, contentReportFile);
  const report = read.get(file) ?? readReport(file);
  read.set(file, report);
  return report;
}

export async function readContentFigures(publishedDir: string) {
  const report = await readContentReport(publishedDir);
  if (!report) return undefined;
  return {
    pages: report.pages.filter(({ isHidden }) => !isHidden).length,
    drafts: report.pages.filter(({ isHidden }) => isHidden).length,
    problems: report.problems.filter(({ severity }) => severity !== 'warning').length,
  };
}

/** Those whose author gave no day first, then the longest unchanged. */
export function byLastReview(pages: readonly ReportedPage[]): ReportedPage[] {
  return pages.toSorted(
    (a, b) => (a.updated ?? '').localeCompare(b.updated ?? '') || a.address.localeCompare(b.address),
  );
}

async function readReport(file: string): Promise<ContentReport | undefined> {
  try {
    return contentReportSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
