import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { staffSettings } from '#test/staff-session.ts';
import { geminiModel, startGemini } from '#test/stand-ins/gemini.ts';
import { median, startMeasured } from '../cpu-per-request.ts';
import type { HostileRequest } from './requests.ts';

/** CPU time of all the server's threads and the longest event loop delay, in milliseconds. */
export type Cost = { cpu: number; hold: number; status: number };

export type WorstServer = {
  /** The cost of one request, up to its complete response. */
  measure(request: HostileRequest): Promise<Cost>;
  /** The median CPU time and the smallest event loop delay of several requests. */
  measureAll(requests: readonly HostileRequest[]): Promise<Cost>;
  stop(): Promise<void>;
};

/** Starts the production server with all features that anonymous clients can reach: model, directory and store. */
export async function startWorstServer(dist: string): Promise<WorstServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-worst-'));
  const gemini = await startGemini();
  const server = await startMeasured('site', join(import.meta.dirname, '../measured-server.ts'), {
    parameters: ['site', dist],
    environment: {
      ...{ DATA_DIR: dataDir, TRUSTED_PROXIES: 'loopback', ...staffSettings },
      ...{ GOOGLE_GENERATIVE_AI_API_KEY: 'none', CHAT_BASE_URL: gemini.url, CHAT_MODEL: geminiModel },
    },
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let clients = 0;

  async function measure(hostile: HostileRequest): Promise<Cost> {
    clients += 1;
    await server.hold?.();
    const before = await server.cpu();
    const client = `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`;
    const status = await send(hostile, { agent, port: server.port, client });
    const cpu = ((await server.cpu()) - before) / 1_000;
    return { cpu, hold: (await server.hold?.()) ?? 0, status };
  }

  return {
    measure,
    async measureAll(requests) {
      const costs: Cost[] = [];
      for (const each of requests) costs.push(await measure(each));
      return {
        cpu: median(costs.map(({ cpu }) => cpu)),
        // Wall time: other processes only add to it.
        hold: Math.min(...costs.map(({ hold }) => hold)),
        status: costs[0]?.status ?? 0,
      };
    },
    async stop() {
      agent.destroy();
      server.stop();
      await gemini.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type SendOptions = { agent: Agent; port: number; client: string };

/** The status; 0 if the server closed the connection without a response. */
async function send(
  { method = 'GET', path, headers = {}, body = '' }: HostileRequest,
  { agent, port, client }: SendOptions,
): Promise<number> {
  const outgoing = request({
    ...{ agent, port, method, path, host: 'localhost' },
    headers: {
      'X-Forwarded-For': client,
      ...(method === 'POST' && { 'Content-Length': Buffer.byteLength(body) }),
      ...headers,
    },
  });
  outgoing.end(body);
  try {
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    await response.toArray();
    return response.statusCode ?? 0;
  } catch {
    return 0;
  }
}
