import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { pageIndexVersion, type PageIndex } from '#lib/content/page-index-format.ts';
import type { Manifest, PublishedPage } from '#lib/content/manifest.ts';
import { publishedFolder, storeServerFile } from '#lib/publishing/activation/body-store.ts';
import { mapConcurrently } from '#lib/publishing/map-concurrently.ts';
import { updatePageIndex } from './page-index-update.ts';
import { readFragments, type PagefindPage } from './pagefind-pages.ts';
import { updatePassages } from './passage-store.ts';
import { indexInMemory } from './search-index.ts';
import { readSearchedPage, type SearchedPage } from './searched-page.ts';

export type SearchChanges = {
  /** The build's folder. */
  outDir: string;
  /** The previous publication. Its search may be older than its pages. */
  previous: Manifest;
  /** The current state of all prerendered pages in the search. */
  pages: readonly PublishedPage[];
  /** Search data of pages that were just rendered, by address. Other outdated pages are read from disk. */
  known: ReadonlyMap<string, SearchedPage>;
  /** Addresses of pages that are rendered per request, which stay in the search. */
  onDemand: readonly string[];
};

/**
 * Updates the server's search. Indexes only pages whose entity tag differs from the one in the index.
 * @returns the paths of the new files in the build's folder
 */
export async function updateSearch(
  changes: SearchChanges,
): Promise<Pick<Manifest['serverFiles'], 'searchIndex' | 'passages'>> {
  const { outDir, previous, pages, known, onDemand } = changes;
  const { searchIndex, passages } = previous.serverFiles;
  const index = await readIndex(join(outDir, searchIndex));
  const etags = new Map(index.pages.map(({ path, etag }) => [path, etag]));
  const outdated = pages.filter(({ path, html }) => etags.get(path) !== html.etag);
  const there = new Set([...pages.map(({ path }) => path), ...onDemand]);
  const removed = [...etags.keys()].filter((path) => !there.has(path));
  if (outdated.length + removed.length === 0) return { searchIndex, passages };

  const searched = await mapConcurrently(
    outdated,
    4,
    async (page) => known.get(page.path) ?? readSearchedPage(outDir, page),
  );
  const changed = await compile(searched, new Map(outdated.map(({ path, html }) => [path, html.etag])));
  const updated = `${publishedFolder}/passages-${Date.now()}-${process.pid}.sqlite`;
  updatePassages(join(outDir, passages), join(outDir, updated), {
    changed: searched.map((page) => page.passages),
    removed,
  });
  const next = serialize(updatePageIndex(index, { changed, removed }));
  return { searchIndex: await storeServerFile(outDir, next, '.index'), passages: updated };
}

/** @throws Error if the index has a different version */
async function readIndex(file: string): Promise<PageIndex> {
  const index = deserialize(await readFile(file)) as PageIndex;
  if (index.version !== pageIndexVersion)
    throw new Error('the search index was written by another version of Lectern: run `npm run build`');
  return index;
}

/** Reads the pages with Pagefind, so that the server finds the same words as Pagefind in browsers. */
async function compile(
  pages: readonly SearchedPage[],
  etags: ReadonlyMap<string, string>,
): Promise<PagefindPage[]> {
  if (pages.length === 0) return [];
  const files = await indexInMemory(pages.map(({ indexed }) => indexed));
  const fragments = files.filter(({ path }) => path.endsWith('.pf_fragment'));
  return readFragments(
    fragments.map(({ path, content }) => ({ name: path, content })),
    etags,
  );
}
