import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Search } from '#lib/search/search.ts';

/** What a visitor of the sample site types, and the pages that they may mean; the first one decides the half. */
export type VisitorSearch = { query: string; pages: string[]; half: 'tune' | 'held-out' };

const rowSchema = z.tuple([z.string()], z.string()).refine((row) => row.length > 1);

/** Pages of the examples that were known to fail before this list was written. */
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
 * The searches of test/data/visitor-searches.json. They are split by page, so that nothing learned from a page in one
 * half helps in the other: `tune` is for choosing settings, `held-out` for saying how good they are.
 */
export function readVisitorSearches(): VisitorSearch[] {
  const file = new URL('../test/data/visitor-searches.json', import.meta.url);
  return z
    .array(rowSchema)
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .map(([query, ...pages]) => ({ query, pages, half: halfOf(pages[0] ?? '') }));
}

function halfOf(page: string): 'tune' | 'held-out' {
  if (knownPages.has(page)) return 'tune';
  return (createHash('sha256').update(page).digest()[0] ?? 0) % 3 === 0 ? 'tune' : 'held-out';
}

/** Whether one of the pages that a visitor means is among the first two results. */
export async function leadsWhereMeant(
  search: Pick<Search, 'search'>,
  { query, pages }: VisitorSearch,
): Promise<boolean> {
  const { results } = await search.search({ query, types: [], limit: 2, offset: 0 });
  return results.some(({ url }) => pages.includes(new URL(url).pathname));
}

/** Wilson's 95 % interval of a share. */
export function intervalOf(hits: number, count: number): [number, number] {
  const z = 1.96;
  const share = hits / count;
  const middle = share + z ** 2 / (2 * count);
  const reach = z * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2));
  const whole = 1 + z ** 2 / count;
  return [(middle - reach) / whole, (middle + reach) / whole];
}
