import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '#test/random.ts';
import { staffSettings } from '#test/staff-session.ts';
import { geminiModel, startGemini } from '#test/stand-ins/gemini.ts';
import { startMeasured, type MeasuredServer } from '../../../bench/cpu-per-request.ts';
import { median } from '../../../bench/statistics.ts';
import { builtSite } from '#test/http/forms-site.ts';
import { hostileRoutes, type HostileRequest } from '#test/http/hostile-requests.ts';
import { makeFolder } from '#test/temporary-folder.ts';

/**
 * Maximum CPU time of the worst request, as a multiple of a normal one. A normal request with a text costs about 2 ms,
 * so this equals the budget of 50 ms. The most expensive known request takes 13 times as much as a normal one. Without
 * limits on lengths and combining marks it took 31 to 125 times as much.
 */
const maxRatio = 25;

/** Minimum CPU time of a normal request in milliseconds. Shorter ones are too imprecise as a base. */
const leastUsual = 1;

let dataDir: string;
let gemini: Awaited<ReturnType<typeof startGemini>>;
let server: MeasuredServer;
let clients = 0;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** A server with all features that anonymous clients can reach: model, directory and store. */
beforeAll(async () => {
  dataDir = makeFolder();
  gemini = await startGemini();
  // As a separate process, because the test measures its CPU time.
  server = await startMeasured('site', join(import.meta.dirname, '../../../bench/measured-server.ts'), {
    parameters: ['site', await builtSite()],
    environment: {
      ...staffSettings,
      DATA_DIR: dataDir,
      TRUSTED_PROXIES: 'loopback',
      GOOGLE_GENERATIVE_AI_API_KEY: 'none',
      CHAT_BASE_URL: gemini.url,
      CHAT_MODEL: geminiModel,
    },
  });
});

afterAll(async () => {
  agent.destroy();
  server.stop();
  await gemini.stop();
});

test.each(hostileRoutes)(
  '$name with its worst known inputs costs a bounded multiple of a normal request',
  async (route) => {
    const random = createRandom(14);
    const usually = Array.from({ length: 9 }, () => route.usual(random));
    await medianCpu(usually.slice(0, 4));
    const usual = Math.max(leastUsual, await medianCpu(usually));

    const tooExpensive: string[] = [];
    for (const [name, make] of Object.entries(route.worst)) {
      const cpu = await medianCpu([1, 2, 3, 4, 5].map((seed) => make(createRandom(seed))));
      if (cpu > maxRatio * usual) tooExpensive.push(`${name}: ${(cpu / usual).toFixed(0)} times`);
    }

    expect(tooExpensive).toEqual([]);
  },
);

/** Returns the median CPU time of all the server's threads until the complete response, in milliseconds. */
async function medianCpu(requests: readonly HostileRequest[]): Promise<number> {
  const costs: number[] = [];
  for (const each of requests) {
    const before = await server.cpu();
    await send(each);
    costs.push(((await server.cpu()) - before) / 1_000);
  }
  return median(costs);
}

/** Sends the request as a new client. The server may close the connection without a response. */
async function send({ method = 'GET', path, headers = {}, body = '' }: HostileRequest): Promise<void> {
  clients += 1;
  const outgoing = request({
    agent,
    method,
    path,
    host: 'localhost',
    port: server.port,
    headers: {
      'X-Forwarded-For': `10.0.${clients >> 8}.${clients & 255}`,
      ...(method === 'POST' && { 'Content-Length': Buffer.byteLength(body) }),
      ...headers,
    },
  });
  outgoing.end(body);
  try {
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    await response.toArray();
  } catch {
    // The test measures only the cost, so any response is accepted.
  }
}
