import { fork, type ChildProcess } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { sized } from './sized.ts';
import { median } from './statistics.ts';

/** A server in a separate process. */
export type MeasuredServer = {
  name: string;
  port: number;
  /** Resolves with the CPU microseconds used so far. */
  cpu(): Promise<number>;
  /** Memory in bytes, after garbage collection. */
  memory?(): Promise<NodeJS.MemoryUsage>;
  stop(): void;
};

/** Raw requests, sequential on each connection. */
export type Load = {
  /** Returns the raw request. Called for each request, so that clients can differ. */
  request: () => string;
  /** Expected status of every response. */
  status: number;
  count: number;
};

const connections = 8;

/** Starts a script that first sends its port and then replies to messages with measurements. */
export async function startMeasured(
  name: string,
  script: string,
  { parameters = [], environment = {} }: { parameters?: string[]; environment?: NodeJS.ProcessEnv } = {},
): Promise<MeasuredServer> {
  const child = fork(script, parameters, {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    // The server writes its log as usual, but to /dev/null.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc'],
  });
  const port = await new Promise<number>((ready, failed) => {
    child.once('message', (message) => ready(message as number));
    child.once('exit', (code) => failed(new Error(`${name} ended with ${code}`)));
  });
  return {
    name,
    port,
    async cpu() {
      const { user, system } = (await ask(child, 'cpu')) as NodeJS.CpuUsage;
      return user + system;
    },
    memory: async () => (await ask(child, 'memory')) as NodeJS.MemoryUsage,
    stop: () => child.disconnect(),
  };
}

function ask(child: ChildProcess, what: 'cpu' | 'memory'): Promise<unknown> {
  child.send(what);
  return new Promise((answered) => child.once('message', answered));
}

/** Returns the CPU microseconds of the server per request, including those in the kernel. */
async function cpuPerRequest(server: MeasuredServer, load: Load): Promise<number> {
  const before = await server.cpu();
  const share = { ...load, count: load.count / connections };
  await Promise.all(Array.from({ length: connections }, () => sendRequests(server.port, share)));
  return ((await server.cpu()) - before) / load.count;
}

/** Rounds for a stable median on a shared machine. */
export const rounds = sized(25, 1);

/** Returns the median of each server after a warm-up round. The order of the servers alternates between rounds. */
export async function compareCpu(
  servers: readonly MeasuredServer[],
  loadOf: (server: MeasuredServer) => Load,
): Promise<Map<string, number>> {
  const figures = new Map(servers.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
      const figure = await cpuPerRequest(server, loadOf(server));
      if (round > 0) figures.get(server.name)?.push(figure);
    }
  }
  return new Map([...figures].map(([name, values]) => [name, median(values)]));
}

/** Prints one line with each figure and its ratio to the first. */
export function printCpu(label: string, figures: ReadonlyMap<string, number>): void {
  const [bare = Number.NaN] = figures.values();
  const columns = [...figures].map(
    ([name, cpu]) => `${name} ${cpu.toFixed(1)} µs (${(cpu / bare).toFixed(2)}x)`,
  );
  console.log(`${label.padEnd(22)} ${columns.join('   ')}`);
}

/** Opens a keep-alive connection, and sends a request after each complete response. */
function sendRequests(port: number, { request, status, count }: Load): Promise<void> {
  return new Promise((done, failed) => {
    let left = count;
    let answerLength = 0;
    let received = 0;
    const socket: Socket = connect(port, 'localhost', () => socket.write(request()));
    socket.setNoDelay(true);
    socket.on('error', failed);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (answerLength === 0) answerLength = lengthOf(chunk, status);
      if (Number.isNaN(answerLength) ? !endsChunks(chunk) : received < answerLength) return;
      received = 0;
      answerLength = 0;
      left -= 1;
      if (left > 0) socket.write(request());
      else socket.end(done);
    });
  });
}

/** Returns the length of the response according to its headers, which these servers send in one chunk. */
function lengthOf(chunk: Buffer, status: number): number {
  const end = chunk.indexOf('\r\n\r\n') + 4;
  const head = chunk.toString('latin1', 0, end);
  if (!head.startsWith(`HTTP/1.1 ${status}`))
    throw new Error(`the server answered ${head.split('\r\n', 1)[0]}`);
  if (status === 304) return end;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return length === undefined ? Number.NaN : end + Number(length);
}

/** A body without a length ends with an empty chunk. */
function endsChunks(chunk: Buffer): boolean {
  return chunk.toString('latin1', Math.max(0, chunk.length - 5)) === '0\r\n\r\n';
}
