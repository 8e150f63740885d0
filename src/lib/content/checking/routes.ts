import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { canonicalAddress } from '#lib/content/links.ts';

/** Addresses that the build or the server adds, without a file in `src/pages` or `public`. */
const madeByBuild = ['/api/*', '/.well-known/*', '/sitemap-index.xml', '/sitemap-0.xml'];

/** The addresses of a project that are not from content: static routes of `src/pages`, files of `public`, build output. */
export async function listRoutes(projectRoot: string): Promise<string[]> {
  const [pages, files] = await Promise.all([
    listFiles(join(projectRoot, 'src/pages')),
    listFiles(join(projectRoot, 'public')),
  ]);
  const routes = pages
    .filter((name) => !/[[\]]|(^|\/)_/.test(name))
    .map((name) => canonicalAddress(`/${name.replace(/\.(astro|md|mdx|html|ts|js)$/, '')}`));
  return [...new Set([...routes, ...files.map((name) => `/${name}`), ...madeByBuild])];
}

async function listFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  return found
    .filter((item) => item.isFile())
    .map((item) =>
      join(item.parentPath, item.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    );
}
