import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { ApiError } from '#lib/http/api-error.ts';
import { parseSearchQuery } from '#lib/search/query.ts';
import { openSearch } from '#lib/search/search.ts';

/** A bare server for the search engine: `node search-server.ts index passages`. */
const [indexFile = '', passagesFile = ''] = process.argv.slice(2);
const siteUrl = 'http://localhost:4321';
const before = performance.now();
const search = await openSearch({ indexFile, passagesFile, siteUrl });
const openMs = performance.now() - before;
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

const server = createServer((request, response) => {
  void answer(request.url ?? '/').then(({ status, body }) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(body);
  });
});

/** The CPU time of a prepared response of typical size. */
const canned = JSON.stringify({ results: 'x'.repeat(8000) });

async function answer(url: string): Promise<{ status: number; body: string }> {
  if (url.startsWith('/bare')) return { status: 200, body: canned };
  try {
    return {
      status: 200,
      body: JSON.stringify(await search.search(parseSearchQuery(new URL(url, siteUrl)))),
    };
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, body: JSON.stringify(error) };
    throw error;
  }
}

/** Answers messages with the memory and the longest event loop delay since the last one. */
process.on('message', () => {
  const longestStopMs = delay.max / 1e6;
  delay.reset();
  process.send?.({ rssMb: process.memoryUsage().rss / 1e6, longestStopMs });
});
process.on('disconnect', () => process.exit());

server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port, openMs });
});
