import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pageIndexVersion } from '#lib/content/page-index-format.ts';
import { writePassages } from '#lib/publishing/search/passage-store.ts';
import { writePageIndex } from '#lib/publishing/search/build-page-index.ts';
import { writeSearchIndex } from '#lib/publishing/search/search-index.ts';
import type { BenchPage } from './search-pages.ts';

/** Returns the folder with the index and passages of the pages, which it creates once and caches. */
export async function prepareSearch(pages: readonly BenchPage[]): Promise<string> {
  const folder = resolve('.cache/bench', `search-index-${pageIndexVersion}-${pages.length}`);
  const done = join(folder, 'done');
  if (existsSync(done)) return folder;
  mkdirSync(folder, { recursive: true });
  console.log(`indexing ${pages.length} pages`);
  await writeSearchIndex(
    pages.map(({ indexed }) => indexed),
    join(folder, 'pagefind'),
  );
  writePageIndex(join(folder, 'pagefind'), join(folder, 'search.index'));
  writePassages(
    join(folder, 'passages.sqlite'),
    pages.map(({ passages }) => passages),
  );
  writeFileSync(done, '');
  return folder;
}
