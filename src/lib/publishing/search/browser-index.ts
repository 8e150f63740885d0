import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, PublishedFile } from '#lib/build-format/manifest.ts';
import { createContentStore, type BodyStore } from '#lib/publishing/activation/body-store.ts';
import { mapConcurrently } from '#lib/base/map-concurrently.ts';
import { indexInMemory, type IndexFile } from './search-index.ts';
import { readSearchedPage, toSearchedOnDemand, type OnDemandPage } from './searched-page.ts';

/**
 * The Pagefind index, which browsers use when they cannot reach the server's search. The index in a manifest always
 * matches its pages.
 */
export type BrowserIndex = {
  /** Identifies the state of the indexed pages. */
  pages: string;
  files: PublishedFile[];
};

const folder = '/pagefind/';

export const isOfBrowserIndex = ({ path }: PublishedFile): boolean => path.startsWith(folder);

export function hasBrowserIndex({ files }: Manifest): boolean {
  return files.some(isOfBrowserIndex);
}

/** Removes the browser's index from a manifest if its pages differ from those of the previous manifest. */
export function dropOldBrowserIndex(manifest: Manifest, previous: Manifest): Manifest {
  if (!hasBrowserIndex(manifest) || stateOf(manifest) === stateOf(previous)) return manifest;
  return { ...manifest, files: manifest.files.filter((file) => !isOfBrowserIndex(file)) };
}

/**
 * Indexes all pages of a manifest for browsers: one second for 100 pages, about a minute for 5,000.
 * @param outDir the build's folder
 */
export async function makeBrowserIndex(
  manifest: Manifest,
  { outDir, onDemandPages, store = createContentStore(outDir) }: IndexOptions,
): Promise<BrowserIndex> {
  const open = manifest.pages.filter(({ status }) => status === 200);
  const pages = await mapConcurrently(
    open,
    4,
    async (page) => (await readSearchedPage(outDir, page)).indexed,
  );
  const language = pages[0]?.lang ?? '';
  const onDemand = onDemandPages.map((page) => toSearchedOnDemand(page, language).indexed);
  const files = await storeIndexFiles(await indexInMemory([...pages, ...onDemand]), store);
  return { pages: stateOf(manifest), files };
}

type IndexOptions = { outDir: string; onDemandPages: readonly OnDemandPage[]; store?: BodyStore };

export function storeIndexFiles(made: readonly IndexFile[], store: BodyStore): Promise<PublishedFile[]> {
  return mapConcurrently(made, 16, async (file) => {
    const path = folder + file.path;
    const immutable = /^(fragment|index)\//.test(file.path);
    const body = await store(path.slice(1), Buffer.from(file.content), immutable ? 'asset' : 'page');
    return { path, immutable, madeFrom: 'content' as const, ...body };
  });
}

/** @returns the manifest with the index; undefined if pages have changed since it was made, or if a file is missing */
export function addBrowserIndex(
  manifest: Manifest,
  { outDir, index }: { outDir: string; index: BrowserIndex },
): Manifest | undefined {
  const isUsable =
    index.pages === stateOf(manifest) && index.files.every(({ file }) => existsSync(join(outDir, file)));
  if (!isUsable) return undefined;
  const others = manifest.files.filter((file) => !isOfBrowserIndex(file));
  return { ...manifest, files: [...others, ...index.files].sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

function stateOf({ pages }: Manifest): string {
  const hash = createHash('sha256');
  for (const { path, status, html } of pages) if (status === 200) hash.update(`${path} ${html.etag}\n`);
  return hash.digest('base64url');
}
