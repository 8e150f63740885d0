import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { pageIndexVersion, type PageIndex } from '#lib/build-format/page-index-format.ts';
import type { Manifest, PublishedPage } from '#lib/build-format/manifest.ts';
import { onDemandPages } from '#lib/i18n/en/search.ts';
import { publishedFolder, storeServerFile } from '#lib/publishing/activation/body-store.ts';
import { mapConcurrently } from '#lib/base/map-concurrently.ts';
import { buildPageIndex } from './build-page-index.ts';
import { updatePageIndex } from './page-index-update.ts';
import { readFragments } from './pagefind-pages.ts';
import { updatePassages, writePassages } from './passage-store.ts';
import { indexInMemory, type IndexFile } from './search-index.ts';
import { readSearchedPage, toSearchedOnDemand, type SearchedPage } from './searched-page.ts';

type SearchChanges = {
  /** The build's folder. */
  outDir: string;
  /** The previous publication. Its search may be older than its pages. A build has none before its first publication. */
  previous: Manifest;
  /** The current state of all prerendered pages in the search. */
  pages: readonly PublishedPage[];
  /** Search data of pages that were just rendered, by address. Other outdated pages are read from disk. */
  known: ReadonlyMap<string, SearchedPage>;
};

/** Paths of new files in the build's folder, and the files that Pagefind made of the indexed pages. */
type UpdatedSearch = Pick<Manifest['serverFiles'], 'searchIndex' | 'passages'> & {
  indexFiles: readonly IndexFile[];
};

/**
 * Updates the server's search, which also has the pages that are rendered per request. Indexes only pages whose entity
 * tag differs from the one in the index.
 */
export async function updateSearch(changes: SearchChanges): Promise<UpdatedSearch> {
  const { outDir, previous, pages, known } = changes;
  const { searchIndex, passages } = previous.serverFiles;
  const index = searchIndex === '' ? buildPageIndex([]) : await readIndex(join(outDir, searchIndex));
  const etags = new Map(index.pages.map(({ path, etag }) => [path, etag]));
  const outdated = pages.filter(({ path, html }) => etags.get(path) !== html.etag);
  const missing = onDemandPages.filter(({ path }) => !etags.has(path));
  const there = new Set([...pages, ...onDemandPages].map(({ path }) => path));
  const removed = [...etags.keys()].filter((path) => !there.has(path));
  if (outdated.length + missing.length + removed.length === 0)
    return { searchIndex, passages, indexFiles: [] };

  const searched = await mapConcurrently(
    outdated,
    4,
    async (page) => known.get(page.path) ?? readSearchedPage(outDir, page),
  );
  const language = searched[0]?.indexed.lang ?? '';
  searched.push(...missing.map((page) => toSearchedOnDemand(page, language)));
  // Pagefind reads the pages, so that the server finds the same words as Pagefind in browsers.
  const indexFiles = await indexInMemory(searched.map(({ indexed }) => indexed));
  const changed = readFragments(indexFiles, new Map(outdated.map(({ path, html }) => [path, html.etag])));
  const updated = `${publishedFolder}/passages-${Date.now()}-${process.pid}.sqlite`;
  const next = serialize(updatePageIndex(index, { changed, removed }));
  const stored = await storeServerFile(outDir, next, '.index');
  const ofPages = searched.map((page) => page.passages);
  if (passages === '') writePassages(join(outDir, updated), ofPages);
  else updatePassages(join(outDir, passages), join(outDir, updated), { changed: ofPages, removed });
  return { searchIndex: stored, passages: updated, indexFiles };
}

/** @throws Error if the index has a different version */
async function readIndex(file: string): Promise<PageIndex> {
  const index = deserialize(await readFile(file)) as PageIndex;
  if (index.version !== pageIndexVersion)
    throw new Error('the search index was written by another version of Lectern: run `npm run build`');
  return index;
}
