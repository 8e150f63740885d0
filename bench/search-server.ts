import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { ApiError } from '#lib/http/api-error.ts';
import { parseSearchQuery } from '#lib/search/query.ts';
import { openSearch } from '#lib/search/search.ts';

/** A bare server around the engine, in a process of its own: `node search-server.ts pagefind-folder passages`. */
const [directory = '', passagesFile = ''] = process.argv.slice(2);
const siteUrl = 'http://localhost:4321';
const before = performance.now();
const search = await openSearch({ directory, passagesFile, siteUrl });
const openMs = performance.now() - before;
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

const server = createServer((request, response) => {
  void answer(request.url ?? '/').then(({ status, body }) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(body);
  });
});

/** What a prepared answer of the usual size costs on this machine at this moment. */
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

/** Any message is answered with the memory in use and the longest stop of the event loop since the last. */
process.on('message', () => {
  const longestStopMs = delay.max / 1e6;
  delay.reset();
  process.send?.({ rssMb: process.memoryUsage().rss / 1e6, longestStopMs });
});
process.on('disconnect', () => process.exit());

server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port, openMs });
});
