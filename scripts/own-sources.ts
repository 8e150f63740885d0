import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isRouteFile } from '#lib/content/checking/list-routes.ts';
import {
  componentsFolder,
  findReplaced,
  listFiles,
  ownCodeFolder,
  pagesFolder,
  type OwnCode,
} from '#app/own-code.ts';

/** What Astro reads besides `src`. */
export const projectFiles = ['astro.config.mjs', 'package.json', 'tsconfig.json'];
const target = '.cache/with-own-code';

/**
 * Copies the product's sources, and puts the institute's components and pages over them. In the copy, they import,
 * replace and are compiled like the product's own.
 * @returns the folder to build in
 */
export function layOver(own: OwnCode): string {
  const folder = ownCodeFolder();
  if (folder === undefined) throw new Error('the institute has no folder');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const file of projectFiles) cpSync(file, join(target, file));
  for (const name of ['node_modules', '.cache']) symlinkSync(resolve(name), join(target, name), 'junction');
  cpSync('src', join(target, 'src'), { recursive: true, filter: isCode });
  const productPages = listFiles('src/pages').filter(isRouteFile);
  for (const file of own.pages)
    for (const replaced of findReplaced(file, productPages))
      rmSync(join(target, 'src/pages', replaced), { force: true });
  for (const [name, place] of [
    [componentsFolder, 'src/components/mdx'],
    [pagesFolder, 'src/pages'],
  ] as const) {
    const from = join(folder, name);
    if (existsSync(from)) cpSync(from, join(target, place), { recursive: true });
  }
  return target;
}

/** Whether a file of `src` is code that a build needs. @param file path below the project's folder */
export function isCode(file: string): boolean {
  return !/\.test\.ts$/.test(file) && !/^src[/\\](content|institute\.yaml)$/.test(file);
}
