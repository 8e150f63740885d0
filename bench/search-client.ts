import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

export type Served = { child: ChildProcess; port: number; openMs: number };
export type Health = {
  rssMb: number;
  longestDelayMs: number;
  /** CPU time of all threads. */
  cpuMs: number;
  /** Queries ranked by meaning, and queries that were ranked by words only because the encoder was at capacity. */
  byMeaning: number;
  byWordsOnly: number;
};

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Starts `search-server.ts` with an index. Ranks by meaning if given the folder of a sentence encoder. */
export async function serve(folder: string, encoderFolder?: string): Promise<Served> {
  const files = [join(folder, 'search.index'), join(folder, 'passages.sqlite')];
  const child = fork(join(import.meta.dirname, 'search-server.ts'), [
    ...files,
    ...(encoderFolder === undefined ? [] : [encoderFolder]),
  ]);
  const [ready] = (await once(child, 'message')) as [{ port: number; openMs: number }];
  return { child, ...ready };
}

/** Closes the connections to all servers. */
export function disconnect(): void {
  agent.destroy();
}

/** @returns the body of the response. @throws Error for any status other than 200 */
export function ask({ port }: Served, query: string): Promise<string> {
  const path = `/api/search?q=${encodeURIComponent(query)}`;
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

/** Returns the server's measurements since the last call. */
export async function health({ child }: Served): Promise<Health> {
  child.send('health');
  const [measured] = (await once(child, 'message')) as [Health];
  return measured;
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

/** Maps items with limited concurrency, in order. */
export async function inParallel<Item, Result>(
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
