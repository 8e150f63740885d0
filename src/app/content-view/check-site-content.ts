import { readFile } from 'node:fs/promises';
import { checkContent, type CheckedContent } from '#lib/content/check.ts';
import { siteFile } from '#lib/content/checking/site-shape.ts';
import { listRoutes } from '#lib/content/checking/list-routes.ts';
import { institute } from '#lib/content/current-institute.ts';

/** Checks a content folder with the settings of this site at this moment. */
export async function checkSiteContent(
  directory: string,
  options: Pick<Parameters<typeof checkContent>[0], 'previousAddresses'> = {},
): Promise<CheckedContent> {
  return checkContent({
    ...options,
    directory,
    site: { facts: institute(), source: await readFile(siteFile, 'utf8').catch(() => '') },
    institute: institute(),
    now: new Date(),
    routes: await listRoutes(process.cwd()),
  });
}
