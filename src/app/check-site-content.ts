import { checkContent, type CheckedContent } from '#lib/content/check.ts';
import { listRoutes } from '#lib/content/checking/routes.ts';
import { site } from '#site';

/** Checks a content folder with the settings of this site at this moment. */
export async function checkSiteContent(directory: string): Promise<CheckedContent> {
  return checkContent({
    directory,
    institute: site,
    now: new Date(),
    routes: await listRoutes(process.cwd()),
  });
}
