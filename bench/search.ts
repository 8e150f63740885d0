import { performance } from 'node:perf_hooks';
import type { SearchAnswer } from '#lib/search/answer.ts';
import { ask, disconnect, health, inParallel, serve, timed, type Served } from './search-client.ts';
import { prepareSearch } from './search-folder.ts';
import { loads, measureSteadyLoad } from './search-load.ts';
import { makePages, type BenchPage } from './search-pages.ts';
import { kinds, mixedQueries, titleQueries, type TitleQuery } from './search-queries.ts';
import { createFullText, createMiniSearch, type Engine } from './search-peers.ts';
import { sized } from './sized.ts';
import { percentile } from './statistics.ts';
import { measureVisitorSearches } from './visitor-searches.ts';

/**
 * Measures the success rate of typical queries on the sample site, with the build in `dist`. Then measures search over
 * HTTP with 250, 1,000 and 10,000 pages of a handbook: latency with eight clients at saturation and at a steady rate,
 * memory, and recall in the first ten results, compared with MiniSearch and FTS5. Usage: node bench/search.ts [pages ...]
 */
const clients = 8;
const differentQueries = sized(1000, 20);
const perKind = sized(250, 2);

console.log('\nTypical queries with the intended page among the first two results');
console.table(await measureVisitorSearches('dist'));
const sizes = process.argv.slice(2).map(Number);
const recall: Record<string, string>[] = [];
const speed: Record<string, string>[] = [];
const steady: Record<string, string>[] = [];
for (const size of sizes.length > 0 ? sizes : sized([250, 1000, 10_000], [50])) {
  const pages = makePages(size);
  const folder = await prepareSearch(pages);
  const server = await serve(folder);
  const title = titleQueries(pages, perKind);
  speed.push(await measureSpeed(server, pages));
  recall.push({ pages: String(size), engine: 'ours', ...(await foundByServer(server, title)) });
  server.child.disconnect();
  for (const load of loads) steady.push(await measureSteadyLoad(load, { folder, pages }));
  recall.push({ pages: String(size), engine: 'MiniSearch', ...found(createMiniSearch(pages), title) });
  recall.push({ pages: String(size), engine: 'FTS5', ...found(createFullText(pages), title) });
}
console.log(
  `\n${clients} clients at saturation (each asks again at once), ${differentQueries} different queries, none asked twice`,
);
console.table(speed);
console.log('\nDifferent queries at a steady rate, whether or not earlier ones are answered');
console.table(steady);
console.log(
  '\nThe right page among the first ten, and CPU per query in this process (ours: over HTTP, one client)',
);
console.table(recall);
disconnect();

async function measureSpeed(server: Served, pages: readonly BenchPage[]): Promise<Record<string, string>> {
  const queries = mixedQueries(pages, differentQueries);
  const first = await timed(() => ask(server, 'getting started'));
  await health(server);
  const times = await inParallel(queries, clients, (query) => timed(() => ask(server, query)));
  const { rssMb, longestDelayMs } = await health(server);
  return {
    pages: String(pages.length),
    'open ms': server.openMs.toFixed(0),
    'first query ms': first.toFixed(1),
    'p50 ms': percentile(times, 0.5).toFixed(2),
    'p99 ms': percentile(times, 0.99).toFixed(2),
    'RSS MB': rssMb.toFixed(0),
    'longest event loop delay ms': longestDelayMs.toFixed(1),
  };
}

async function foundByServer(
  server: Served,
  queries: readonly TitleQuery[],
): Promise<Record<string, string>> {
  const before = performance.now();
  const paths = await inParallel(queries, 1, async ({ query }) => {
    const { results } = JSON.parse(await ask(server, query)) as SearchAnswer;
    return results.map(({ url }) => new URL(url).pathname);
  });
  return {
    ...rates(queries, paths),
    'ms per query': ((performance.now() - before) / queries.length).toFixed(2),
  };
}

function found(engine: Engine, queries: readonly TitleQuery[]): Record<string, string> {
  const before = performance.now();
  const paths = queries.map(({ query }) => engine(query));
  return {
    ...rates(queries, paths),
    'ms per query': ((performance.now() - before) / queries.length).toFixed(2),
  };
}

function rates(queries: readonly TitleQuery[], paths: readonly string[][]): Record<string, string> {
  const rateOf = (kind: string) => {
    const ofKind = queries.flatMap((query, at) =>
      query.kind === kind ? [paths[at]?.includes(query.path)] : [],
    );
    return (ofKind.filter(Boolean).length / Math.max(1, ofKind.length)).toFixed(3);
  };
  return Object.fromEntries(kinds.map((kind) => [kind, rateOf(kind)]));
}
