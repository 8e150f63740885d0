import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isRouteFile, routeOf } from '#lib/content/checking/list-routes.ts';
import { readOwnComponents } from '#lib/content/checking/own-components.ts';
import type { ContentProblem } from '#lib/content/checking/problem.ts';
import { listAllFiles } from '#lib/base/list-files.ts';
import { componentNames, setOwnComponents, type ComponentDescription } from '#lib/content/components.ts';
import { processEnvironment } from './env.ts';

/** Components for content files, and their descriptions. */
export const componentsFolder = 'components';
/** Astro pages. */
export const pagesFolder = 'pages';

/** Code in the folder of an institute, which a build adds to the product. */
export type OwnCode = {
  /** Changes with each of its files; null without any. */
  hash: string | null;
  /** Paths below `components`. */
  components: readonly string[];
  /** Paths below `pages`, also of files without an address. */
  pages: readonly string[];
};

/** The own code in a build. */
type BuiltCode = Pick<OwnCode, 'hash'> & {
  descriptions: readonly ComponentDescription[];
  /** The product's pages, as paths below `src/pages`. */
  productPages: readonly string[];
};

/** The file of `BuiltCode` in the folder of a build. */
export const builtCodeFile = 'own-code.json';

/**
 * The folder whose code may be built. It is never the export of CONTENT_REPO: pushing there must not run code.
 * @returns undefined for the sample, whose folder contains the product
 */
export function ownCodeFolder({ INSTITUTE_DIR: folder } = processEnvironment()): string | undefined {
  return folder && resolve(folder) !== resolve('src') ? folder : undefined;
}

/** Lists the own code of an institute, and runs none of it. */
export function readOwnCode(folder = ownCodeFolder()): OwnCode {
  if (folder === undefined) return { hash: null, components: [], pages: [] };
  const [components, pages] = [
    listFiles(join(folder, componentsFolder)),
    listFiles(join(folder, pagesFolder)),
  ];
  const files = [
    ...components.map((file) => `${componentsFolder}/${file}`),
    ...pages.map((file) => `${pagesFolder}/${file}`),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(folder, file)));
  return { hash: files.length === 0 ? null : hash.digest('hex'), components, pages };
}

/** Lists the files below a folder, without files of editors and systems such as `.DS_Store`. */
export function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return listAllFiles(folder).filter((file) => !basename(file).startsWith('.'));
}

/** @returns undefined for builds of older releases */
export function readBuiltCode(distDir: string): BuiltCode | undefined {
  const file = join(distDir, builtCodeFile);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuiltCode) : undefined;
}

/** Describes the own code that was built. */
export function toBuiltCode(own: OwnCode): BuiltCode {
  const folder = ownCodeFolder();
  return {
    hash: own.hash,
    descriptions: folder === undefined ? [] : readOwnComponents(join(folder, componentsFolder)).components,
    productPages: listFiles('src/pages').filter(isRouteFile),
  };
}

/**
 * Makes the institute's own components known to checks and pages: those of its folder, and those of the build.
 * @returns problems of their descriptions
 */
export function useOwnComponents(distDir?: string): ContentProblem[] {
  const folder = ownCodeFolder();
  const given =
    folder === undefined
      ? { components: [], problems: [] }
      : readOwnComponents(join(folder, componentsFolder));
  const names = new Set(given.components.map(({ name }) => name));
  const built = distDir === undefined ? [] : (readBuiltCode(distDir)?.descriptions ?? []);
  setOwnComponents([...given.components, ...built.filter(({ name }) => !names.has(name))]);
  return given.problems;
}

/** Says that a build lacks the own code of this folder; undefined if it has it. */
export function explainMissingCode(own: OwnCode, built: BuiltCode | undefined): string | undefined {
  if (own.hash === null || own.hash === built?.hash) return undefined;
  return built?.hash
    ? 'the institute’s own components and pages changed after this build, which has an earlier state of them: run `lectern build DIR`'
    : 'the institute’s own components and pages are not in this build: run `lectern build DIR`';
}

/** Pages of a product that an own page replaces. @param file path of the own page */
export function findReplaced(file: string, productPages: readonly string[]): string[] {
  return isRouteFile(file) ? productPages.filter((page) => patternOf(page) === patternOf(file)) : [];
}

/** The address with unnamed parameters: `[slug]` and `[code]` match the same addresses. */
function patternOf(file: string): string {
  return routeOf(file).replaceAll(/\[(\.{3})?[^\]]*\]/g, '[$1]');
}

/** Says for each own component and page what it adds or replaces. */
export function describeOwnCode(own: OwnCode, { productPages }: Pick<BuiltCode, 'productPages'>): string[] {
  const components = own.components.flatMap((file) => /^([A-Z]\w*)\.astro$/.exec(file)?.[1] ?? []);
  return [
    ...components.map((name) =>
      componentNames.includes(name) ? `replaces the component <${name}>` : `adds the component <${name}>`,
    ),
    ...own.pages.filter(isRouteFile).map((file) => {
      const isReplaced = findReplaced(file, productPages).length > 0;
      return `${isReplaced ? 'replaces' : 'adds'} the page ${routeOf(file)} (pages/${file})`;
    }),
  ];
}
