import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openSearch, type Search } from '#lib/search/search.ts';
import { smallSite } from '#lib/search/small-site.fixture.ts';
import { writeSearchFiles } from './search-files.ts';

type AskOptions = { types?: ('course' | 'handbook' | 'news')[]; limit?: number; offset?: number };

/** Opens a search of the small site for the tests of a file. */
export function useSmallSearch() {
  const folder = mkdtempSync(join(tmpdir(), 'search-'));
  const places = {
    indexFile: join(folder, 'search.index'),
    passagesFile: join(folder, 'passages.sqlite'),
    siteUrl: 'https://larkmoor.example',
    synonyms: ['mire, quagmire > peat'],
    isCommonWord: (word: string) => word === 'price',
  };
  let search: Search;

  beforeAll(async () => {
    await writeSearchFiles(smallSite, places);
    search = await openSearch(places);
  }, 60_000);

  afterAll(async () => {
    await search.close();
    rmSync(folder, { recursive: true });
  });

  const ask = (query: string, { types = [], limit = 10, offset = 0 }: AskOptions = {}) =>
    search.search({ query, types, limit, offset });

  return {
    folder,
    places,
    ask,
    opened: () => search,
    pathsFor: async (query: string): Promise<string[]> =>
      (await ask(query)).results.map(({ url }) => new URL(url).pathname),
  };
}
