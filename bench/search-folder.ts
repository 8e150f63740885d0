import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pageIndexVersion } from '#lib/build-format/page-index-format.ts';
import { writeSearchFiles } from '#test/search-files.ts';
import type { BenchPage } from './search-pages.ts';

/** Returns the folder with the index and passages of the pages, which it creates once and caches. */
export async function prepareSearch(pages: readonly BenchPage[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(pages)).digest('hex').slice(0, 16);
  const folder = resolve('.cache/bench', `search-index-${pageIndexVersion}-${hash}`);
  const done = join(folder, 'done');
  if (existsSync(done)) return folder;
  mkdirSync(folder, { recursive: true });
  console.log(`indexing ${pages.length} pages`);
  const [indexFile, passagesFile] = [join(folder, 'search.index'), join(folder, 'passages.sqlite')];
  await writeSearchFiles(pages, { indexFile, passagesFile });
  writeFileSync(done, '');
  return folder;
}
