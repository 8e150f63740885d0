import { join, resolve } from 'node:path';
import { pageCollections } from '#lib/content/collections.ts';
import { documents } from '#lib/content/discovery-documents.ts';
import { documentAddress, isPublishedDocument } from '#lib/content/download.ts';
import { canonicalAddress } from '#lib/content/links.ts';
import { listFiles } from '#lib/base/list-files.ts';

/** Addresses that the build adds, without a file in `src/pages`. */
const madeByBuild = [...Object.values(documents).map(({ path }) => path), '/sitemap-0.xml', '/.well-known/*'];

/**
 * The addresses of the product: routes of `src/pages` and build output, without routes that show the entries of a
 * collection. A final `*` matches everything below.
 * @param ownPages the institute's own pages, as paths below its folder `pages`
 */
export async function listRoutes(projectRoot: string, ownPages: readonly string[] = []): Promise<string[]> {
  const pages = await listFiles(join(projectRoot, 'src/pages'));
  return [...new Set([...toAddresses([...pages, ...ownPages]), ...madeByBuild])];
}

/** The addresses of pages. @param files paths below their folder */
export function toAddresses(files: readonly string[]): string[] {
  const routes = files.filter(isRouteFile).map(routeOf);
  const fixed = routes.filter((route) => !route.includes('['));
  const below = routes
    .filter((route) => route.includes('['))
    .map((route) => route.slice(0, route.indexOf('/[')));
  return [...fixed, ...below.filter((folder) => !showsEntries(folder)).map((folder) => `${folder}/*`)];
}

/** Whether a file in a folder of pages has an address. */
export function isRouteFile(name: string): boolean {
  return !/(^|\/)_/.test(name) && pageExtension.test(name);
}

/** The address of a page: `/rooms/[room]` for `rooms/[room].astro`. */
export function routeOf(name: string): string {
  return canonicalAddress(`/${name.replace(pageExtension, '')}`);
}

const pageExtension = /\.(astro|md|mdx|html|ts|js)$/;

/** The addresses of the institute's public files. */
export async function listPublicAddresses(folder: string): Promise<string[]> {
  return (await listFiles(resolve(folder))).map((name) => `/${name}`);
}

/** The addresses of the documents in a content folder. */
export async function listDocumentAddresses(directory: string): Promise<string[]> {
  return (await listFiles(resolve(directory))).filter(isPublishedDocument).map(documentAddress);
}

function showsEntries(folder: string): boolean {
  return pageCollections.some(({ base }) => base === folder);
}
