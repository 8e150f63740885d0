import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { SearchAnswer } from '#lib/search/answer.ts';
import { prepareSearch } from './search-folder.ts';
import { makePages, type BenchPage } from './search-pages.ts';
import { heavyQueries, kinds, mixedQueries, titleQueries, type TitleQuery } from './search-queries.ts';
import { createFullText, createMiniSearch, type Engine } from './search-peers.ts';
import { measureVisitorSearches } from './visitor-searches.ts';

/**
 * Success rate of typical queries on the sample site, with the build in `dist`. Then search over HTTP with 250, 1,000
 * and 10,000 pages of the handbook in CORPUS_DIR: latency with eight clients, memory, and recall in the first ten
 * results, compared with MiniSearch and FTS5. Usage: node bench/search.ts [pages ...]
 */
const clients = 8;
const differentQueries = 1000;
const perKind = 250;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

type Served = { child: ChildProcess; port: number; openMs: number };
type Health = { rssMb: number; longestStopMs: number };

if (existsSync('dist/search.index')) {
  console.log('\nTypical queries with the intended page among the first two results');
  console.table(await measureVisitorSearches('dist'));
} else console.log('search: run `npm run build` to measure typical queries');

const corpus = process.env['CORPUS_DIR'];
if (!corpus) {
  console.log('search: set CORPUS_DIR to the folder that has tts-handbook; nothing measured');
} else {
  const sizes = process.argv.slice(2).map(Number);
  const recall: Record<string, string>[] = [];
  const speed: Record<string, string>[] = [];
  for (const size of sizes.length > 0 ? sizes : [250, 1000, 10_000]) {
    const pages = makePages(size, join(corpus, 'tts-handbook'));
    const folder = await prepareSearch(pages);
    const server = await serve(folder);
    const title = titleQueries(pages, perKind);
    speed.push(await measureSpeed(server, pages));
    recall.push({ pages: String(size), engine: 'ours', ...(await foundByServer(server, title)) });
    server.child.disconnect();
    recall.push({ pages: String(size), engine: 'MiniSearch', ...found(createMiniSearch(pages), title) });
    recall.push({ pages: String(size), engine: 'FTS5', ...found(createFullText(pages), title) });
  }
  console.log(
    `\n${clients} clients, ${differentQueries} different queries, none asked twice; bare: a prepared answer from the same server`,
  );
  console.table(speed);
  console.log(
    '\nThe right page among the first ten, and CPU per query in this process (ours: over HTTP, one client)',
  );
  console.table(recall);
}
agent.destroy();

async function serve(folder: string): Promise<Served> {
  const child = fork(join(import.meta.dirname, 'search-server.ts'), [
    join(folder, 'search.index'),
    join(folder, 'passages.sqlite'),
  ]);
  const [ready] = (await once(child, 'message')) as [{ port: number; openMs: number }];
  return { child, ...ready };
}

async function measureSpeed(server: Served, pages: readonly BenchPage[]): Promise<Record<string, string>> {
  const queries = mixedQueries(pages, differentQueries);
  const bare = await inParallel(queries, clients, (query) =>
    timed(() => ask(server, query, { path: '/bare' })),
  );
  const first = await timed(() => ask(server, 'getting started'));
  await health(server);
  const times = await inParallel(queries, clients, (query) => timed(() => ask(server, query)));
  const { rssMb } = await health(server);
  const heavy = await timed(() =>
    inParallel(heavyQueries(pages, 50), 50, (query) => ask(server, query, { limit: 50 })),
  );
  const { longestStopMs } = await health(server);
  return {
    pages: String(pages.length),
    'open ms': server.openMs.toFixed(0),
    'first query ms': first.toFixed(1),
    'p50 ms': percentile(times, 0.5),
    'p99 ms': percentile(times, 0.99),
    'bare p50': percentile(bare, 0.5),
    'bare p99': percentile(bare, 0.99),
    'RSS MB': rssMb.toFixed(0),
    '50 heavy at once ms': heavy.toFixed(0),
    'longest stop ms': longestStopMs.toFixed(1),
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
    'ms a query': ((performance.now() - before) / queries.length).toFixed(2),
  };
}

function found(engine: Engine, queries: readonly TitleQuery[]): Record<string, string> {
  const before = performance.now();
  const paths = queries.map(({ query }) => engine(query));
  return {
    ...rates(queries, paths),
    'ms a query': ((performance.now() - before) / queries.length).toFixed(2),
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

function ask(
  { port }: Served,
  query: string,
  { limit = 10, path: route = '/api/search' } = {},
): Promise<string> {
  const path = `${route}?q=${encodeURIComponent(query)}&limit=${limit}`;
  return new Promise((done, fail) => {
    get({ host: '127.0.0.1', port, path, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode === 200) done(Buffer.concat(chunks).toString('utf8'));
        else fail(new Error(`${response.statusCode} for ${query}`));
      });
    }).on('error', fail);
  });
}

function percentile(times: readonly number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  return (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2);
}

async function health({ child }: Served): Promise<Health> {
  child.send('health');
  const [measured] = (await once(child, 'message')) as [Health];
  return measured;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

/** Maps items with limited concurrency, in order. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at];
      if (item !== undefined) results[at] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}
