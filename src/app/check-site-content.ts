import { checkContent, type CheckedContent } from '#lib/content/check.ts';
import { listRoutes } from '#lib/content/checking/routes.ts';
import { dayIn } from '#lib/content/terms.ts';
import { site } from '#site';

/** Checks a content folder with the settings of this site and today's date. */
export async function checkSiteContent(directory: string): Promise<CheckedContent> {
  return checkContent({
    directory,
    institute: site,
    today: dayIn(site.timeZone, new Date()),
    routes: await listRoutes(process.cwd()),
  });
}
