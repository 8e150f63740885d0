import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { ApiError } from '#lib/http/api-error.ts';
import { openPassages } from '#lib/search/open-passages.ts';
import { parseSearchQuery } from '#lib/search/query.ts';
import { openSearch } from '#lib/search/search.ts';
import { openGeneratedMeaning } from './generated-vectors.ts';

/**
 * A bare server for the search engine: `node search-server.ts index passages [encoder]`. With the folder of an encoder,
 * it ranks by meaning too.
 */
const [indexFile = '', passagesFile = '', encoderFolder] = process.argv.slice(2);
const siteUrl = 'http://localhost:4321';
const before = performance.now();
const meaning = encoderFolder === undefined ? undefined : await openMeaning(encoderFolder);
const search = await openSearch({
  indexFile,
  passagesFile,
  siteUrl,
  ...(meaning && { openMeaning: () => meaning }),
});
await search.warmUp();
const openMs = performance.now() - before;
const counts = { byMeaning: 0, byWordsOnly: 0 };
let cpu = process.cpuUsage();
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

const server = createServer((request, response) => {
  void answer(request.url ?? '/').then(({ status, body }) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(body);
  });
});

async function answer(url: string): Promise<{ status: number; body: string }> {
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

/** Opens ranking by meaning with generated vectors, and counts its uses. */
async function openMeaning(folder: string) {
  const passages = openPassages(passagesFile);
  const index = await openGeneratedMeaning(folder, passages);
  passages.close();
  index.start();
  await index.sentencesCompleted();
  return {
    nearest: async () => null,
    async nearestPages(text: string) {
      const near = await index.nearestPages(text);
      if (near) counts.byMeaning++;
      else counts.byWordsOnly++;
      return near;
    },
    stop: () => index.stop(),
  };
}

/**
 * Replies to each message with the memory, and with the CPU time, the counts and the longest event loop delay since the
 * previous message.
 */
process.on('message', () => {
  const longestDelayMs = delay.max / 1e6;
  delay.reset();
  const { user, system } = process.cpuUsage(cpu);
  cpu = process.cpuUsage();
  const rssMb = process.memoryUsage().rss / 1e6;
  process.send?.({ rssMb, longestDelayMs, cpuMs: (user + system) / 1000, ...counts });
  Object.assign(counts, { byMeaning: 0, byWordsOnly: 0 });
});
process.on('disconnect', () => process.exit());

// Longer than a pause of the load, because a request on a closed connection would fail.
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port, openMs });
});
