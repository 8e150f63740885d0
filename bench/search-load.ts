import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { prepareEncoder } from '../scripts/encoder/prepare-encoder.ts';
import { ask, health, serve, timed } from './search-client.ts';
import type { BenchPage } from './search-pages.ts';
import { mixedQueries, questionQueries } from './search-queries.ts';
import { sized } from './sized.ts';
import { percentile } from './statistics.ts';

type Load = (typeof loads)[number];

export const loads = [
  { queries: 'mixed', ranking: 'words', perSecond: 100 },
  { queries: 'mixed', ranking: 'words and meaning', perSecond: 100 },
  { queries: 'questions', ranking: 'words and meaning', perSecond: 50 },
] as const;
const measuredSeconds = sized(10, 0.2);
/** Not measured: the first queries of a process compile the code. */
const warmUpQueries = sized(200, 2);

/**
 * Measures the latency of different queries that are sent at a steady rate, whether or not earlier ones have a response
 * (open loop).
 */
export async function measureSteadyLoad(
  { queries: kind, ranking, perSecond }: Load,
  { folder, pages }: { folder: string; pages: readonly BenchPage[] },
): Promise<Record<string, string>> {
  const encoderFolder = mkdtempSync(join(tmpdir(), 'lectern-encoder-'));
  prepareEncoder(encoderFolder);
  const server = await serve(folder, ranking === 'words and meaning' ? encoderFolder : undefined);
  try {
    const count = warmUpQueries + measuredSeconds * perSecond;
    const queries = kind === 'mixed' ? mixedQueries(pages, count) : questionQueries(pages, count);
    const askAll = (some: readonly string[]) => askSteadily(some, perSecond, (query) => ask(server, query));
    await askAll(queries.slice(0, warmUpQueries));
    await health(server);
    const times = await askAll(queries.slice(warmUpQueries));
    const { rssMb, longestDelayMs, cpuMs, byMeaning, byWordsOnly } = await health(server);
    return {
      pages: String(pages.length),
      queries: kind,
      'per second': String(perSecond),
      ranking,
      count: String(times.length),
      'by meaning': String(byMeaning),
      'by words only': String(byWordsOnly),
      'p50 ms': percentile(times, 0.5).toFixed(2),
      'p90 ms': percentile(times, 0.9).toFixed(2),
      'p99 ms': percentile(times, 0.99).toFixed(2),
      'CPU ms per query': (cpuMs / times.length).toFixed(2),
      'longest event loop delay ms': longestDelayMs.toFixed(1),
      'RSS MB': rssMb.toFixed(0),
    };
  } finally {
    server.child.disconnect();
    rmSync(encoderFolder, { recursive: true });
  }
}

async function askSteadily(
  queries: readonly string[],
  perSecond: number,
  askOne: (query: string) => Promise<unknown>,
): Promise<number[]> {
  const start = performance.now();
  const pending: Promise<number>[] = [];
  for (const [at, query] of queries.entries()) {
    await wait(Math.max(0, start + (at * 1000) / perSecond - performance.now()));
    pending.push(timed(() => askOne(query)));
  }
  return Promise.all(pending);
}
