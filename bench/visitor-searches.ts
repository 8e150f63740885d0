import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readCommonWords } from '#app/common-words.ts';
import { readSettingsFiles } from '#lib/content/checking/settings-file.ts';
import { settingsOf } from '#lib/content/checking/settings-problems.ts';
import { openEncoder } from '#lib/retrieval/encoder/encoder.ts';
import { openBenchVectors } from './bench-vectors.ts';
import type { PageSummary } from '#lib/retrieval/near-pages.ts';
import { createVectorIndex, type VectorIndex } from '#lib/retrieval/vector-index.ts';
import type { PassageStore } from '#lib/search/open-passages.ts';
import { openSearch, type Search } from '#lib/search/search.ts';
import { institute } from '#lib/content/current-institute.ts';
import { findSearchFiles } from '#test/search-files.ts';
import { sizedList } from './sized.ts';
import { intervalOf } from './statistics.ts';

/** A typical query on the sample site and the intended pages. The first page determines the half. */
type VisitorSearch = { query: string; pages: string[]; half: 'tune' | 'held-out' | 'unseen' };

const rowSchema = z.tuple([z.string()], z.string()).refine((row) => row.length > 1);

/** Pages of queries that were known to fail before this list was written. They are in the tune half. */
const knownPages = new Set([
  '/courses/soil-science',
  '/register',
  '/newsletter',
  '/handbook/money/bursaries',
  '/fees',
  '/courses/natural-flood-management',
  '/admissions',
  '/courses/peat-water-and-carbon',
  '/ask',
  '/contact',
]);

/**
 * Reads the queries in test/data. The halves of visitor-searches.json have different pages, so settings that fit the
 * pages of one half do not help in the other: `tune` is for choosing settings, `held-out` for measuring them.
 * visitor-searches-unseen.json was written by someone who had not seen the search, and was run once after all settings
 * were final. visitor-searches-seen.json was such a list, until settings were changed because of its failures.
 */
export function readVisitorSearches(): VisitorSearch[] {
  return [
    ...readSearches('visitor-searches.json', halfOf),
    ...readSearches('visitor-searches-seen.json', () => 'tune'),
    ...readSearches('visitor-searches-unseen.json', () => 'unseen'),
  ];
}

function readSearches(name: string, half: (page: string) => VisitorSearch['half']): VisitorSearch[] {
  const file = new URL(`../test/data/${name}`, import.meta.url);
  return z
    .array(rowSchema)
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .map(([query, ...pages]) => ({ query, pages, half: half(pages[0] ?? '') }));
}

function halfOf(page: string): VisitorSearch['half'] {
  if (knownPages.has(page)) return 'tune';
  return (createHash('sha256').update(page).digest()[0] ?? 0) % 3 === 0 ? 'tune' : 'held-out';
}

/** Whether an intended page is among the first two results. */
export async function findsIntendedPage(
  search: Pick<Search, 'search'>,
  { query, pages }: VisitorSearch,
): Promise<boolean> {
  const { results } = await search.search({ query, types: [], limit: 2, offset: 0 });
  return results.some(({ url }) => pages.includes(new URL(url).pathname));
}

/** Measures the share of successful queries for each half and for unseen queries, by words alone and with meaning. */
export async function measureVisitorSearches(dist: string): Promise<Record<string, string | number>[]> {
  const rows = [];
  for (const ranking of ['words', 'words and meaning'] as const) {
    const search = await openBuiltSearch(dist, { hasMeaning: ranking !== 'words' });
    for (const half of ['tune', 'held-out', 'unseen'] as const) {
      const searches = sizedList(readVisitorSearches().filter((one) => one.half === half));
      let hits = 0;
      // One at a time: at capacity, the encoder leaves queries to the ranking by words.
      for (const one of searches) if (await findsIntendedPage(search, one)) hits++;
      const [low, high] = intervalOf(hits, searches.length).map((share) => share.toFixed(2));
      const share = (hits / searches.length).toFixed(2);
      rows.push({ ranking, half, searches: searches.length, hits, share, '95 %': `${low} to ${high}` });
    }
    await search.close();
  }
  return rows;
}

/** Opens the search of a build. */
export async function openBuiltSearch(dist: string, { hasMeaning = false } = {}): Promise<Search> {
  const settings = settingsOf(await readSettingsFiles('src/content'));
  const meaning = hasMeaning ? await openBuiltMeaning(dist) : undefined;
  const search = await openSearch({
    ...findSearchFiles(dist),
    siteUrl: 'http://localhost:4321',
    synonyms: settings.search.otherWords,
    isCommonWord: await readCommonWords(institute().locale),
    ...(meaning && { openMeaning: meaning.open }),
  });
  await meaning?.isReady();
  return search;
}

async function openBuiltMeaning(dist: string) {
  const embedder = await openEncoder(join(dist, 'encoder'));
  const store = openBenchVectors(dist, embedder.key);
  let index: VectorIndex | undefined;
  return {
    open: (passages: PassageStore, summaries: readonly PageSummary[]) => {
      index = createVectorIndex({
        passages: sizedList(passages.all()),
        summaries,
        readPassage: (id) => passages.get(id),
        embedder,
        store,
        log: () => undefined,
      });
      index.start();
      return index;
    },
    async isReady() {
      await index?.sentencesCompleted();
    },
  };
}
