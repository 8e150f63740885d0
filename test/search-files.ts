import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { buildPageIndex } from '#lib/publishing/search/build-page-index.ts';
import { readFragments } from '#lib/publishing/search/pagefind-pages.ts';
import { writePassages } from '#lib/publishing/search/passage-store.ts';
import { indexInMemory } from '#lib/publishing/search/search-index.ts';
import type { SearchedPage } from '#lib/publishing/search/searched-page.ts';

type SearchFiles = { indexFile: string; passagesFile: string };

/** Writes the files that the server searches. */
export async function writeSearchFiles(
  pages: readonly SearchedPage[],
  { indexFile, passagesFile }: SearchFiles,
): Promise<void> {
  const files = await indexInMemory(pages.map(({ indexed }) => indexed));
  writeFileSync(indexFile, serialize(buildPageIndex(readFragments(files, new Map()))));
  writePassages(
    passagesFile,
    pages.map(({ passages }) => passages),
  );
}

/** The files of the last publication in a build. */
export function findSearchFiles(dist = 'dist'): SearchFiles {
  const { searchIndex, passages } = readManifest(dist).serverFiles;
  return { indexFile: join(dist, searchIndex), passagesFile: join(dist, passages) };
}
