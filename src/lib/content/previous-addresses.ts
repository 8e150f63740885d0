import { readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { PublishedAddress } from './checking/vanished-addresses.ts';
import { manifestSchema } from './manifest.ts';
import { contentReportFile, contentReportSchema } from './report-file.ts';

/**
 * The addresses of the build in a folder: pages and redirects. Empty if there is no build, or if it was made from
 * another content folder.
 */
export async function readPreviousAddresses(
  outDir: string,
  contentDir: string,
): Promise<PublishedAddress[]> {
  const report = contentReportSchema.safeParse(await readJson(join(outDir, contentReportFile))).data;
  const manifest = manifestSchema.safeParse(await readJson(join(outDir, 'manifest.json'))).data;
  const isSameContent = report?.pages.some(({ file }) => resolve(file).startsWith(contentDir + sep));
  if (!manifest || !isSameContent) return [];
  const pages = manifest.pages.filter(({ status }) => status === 200);
  return [...pages, ...manifest.redirects.map(({ from }) => ({ path: from }))];
}

/** Undefined for a missing or damaged file. */
async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
