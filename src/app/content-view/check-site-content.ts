import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkContent, type CheckedContent } from '#lib/content/check.ts';
import { readInstituteFile } from '#lib/content/checking/institute-file.ts';
import { instituteFolder, publicFolder } from '#app/env.ts';
import { readOwnCode, useOwnComponents } from '#app/own-code.ts';
import { routesFile } from '#app/publisher/build-folders.ts';
import {
  listDocumentAddresses,
  listPublicAddresses,
  listRoutes,
  toAddresses,
} from '#lib/content/checking/list-routes.ts';
import { institute } from '#lib/content/current-institute.ts';

/** Checks a content folder with the settings of this site at this moment. */
export async function checkSiteContent(
  directory: string,
  options: Pick<Parameters<typeof checkContent>[0], 'previousAddresses'> = {},
): Promise<CheckedContent> {
  const ofComponents = useOwnComponents(existsSync('src/pages') ? undefined : fileURLToPath(builtSite));
  const content = await checkContent({
    ...options,
    directory,
    instituteFile: readInstituteFile(instituteFolder()),
    institute: institute(),
    now: new Date(),
    routes: await listProductRoutes(),
    publicAddresses: [
      ...(await listPublicAddresses(publicFolder())),
      ...(await listDocumentAddresses(directory)),
    ],
  });
  return { ...content, problems: [...ofComponents, ...content.problems] };
}

/** The addresses of this site without a content file. */
export async function listSiteRoutes(): Promise<string[]> {
  return [...(await listProductRoutes()), ...(await listPublicAddresses(publicFolder()))];
}

/** A release has its routes as a file. */
async function listProductRoutes(): Promise<string[]> {
  const { pages } = readOwnCode();
  if (existsSync('src/pages')) return listRoutes(process.cwd(), pages);
  const routes = JSON.parse(readFileSync(new URL(routesFile, builtSite), 'utf8')) as string[];
  return [...new Set([...routes, ...toAddresses(pages)])];
}

const builtSite = new URL('../../../dist/', import.meta.url);
