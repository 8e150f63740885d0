import { checkContent, type CheckedContent } from '#lib/content/check.ts';
import { readInstituteFile } from '#lib/content/checking/institute-file.ts';
import { instituteFolder, publicFolder } from '#app/env.ts';
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
    instituteFile: readInstituteFile(instituteFolder()),
    institute: institute(),
    now: new Date(),
    routes: await listRoutes(process.cwd(), publicFolder()),
  });
}
