import { existsSync, readFileSync } from 'node:fs';
import { checkContent, type CheckedContent } from '#lib/content/check.ts';
import { readInstituteFile } from '#lib/content/checking/institute-file.ts';
import { instituteFolder, publicFolder } from '#app/env.ts';
import { routesFile } from '#app/publisher/build-folders.ts';
import { listPublicAddresses, listRoutes } from '#lib/content/checking/list-routes.ts';
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
    routes: await listProductRoutes(),
    publicAddresses: await listPublicAddresses(publicFolder()),
  });
}

/** The addresses of this site without a content file. */
export async function listSiteRoutes(): Promise<string[]> {
  return [...(await listProductRoutes()), ...(await listPublicAddresses(publicFolder()))];
}

/** A release has its routes as a file. */
async function listProductRoutes(): Promise<string[]> {
  return existsSync('src/pages')
    ? listRoutes(process.cwd())
    : (JSON.parse(readFileSync(builtRoutes, 'utf8')) as string[]);
}

const builtRoutes = new URL(`../../../dist/${routesFile}`, import.meta.url);
