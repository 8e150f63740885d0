import { fork, type ChildProcess } from 'node:child_process';
import { connect, type Socket } from 'node:net';

/** A server in a process of its own. */
export type MeasuredServer = {
  name: string;
  port: number;
  /** Microseconds that it has used so far. */
  cpu(): Promise<number>;
  /** Bytes that it holds, once what nobody needs is collected. */
  memory?(): Promise<NodeJS.MemoryUsage>;
  /** Milliseconds for which the event loop stood still at most since this was last called. */
  hold?(): Promise<number>;
  stop(): void;
};

/** Raw requests, one after the other on each connection. */
export type Load = {
  /** The whole request as it goes over the wire; called for each, so that clients can differ. */
  request: () => string;
  /** Status that every answer must have. */
  status: number;
  count: number;
};

const connections = 8;

/** Starts the script, whose first message is its port, and which answers each message with the CPU it has used. */
export async function startMeasured(
  name: string,
  script: string,
  { parameters = [], environment = {} }: { parameters?: string[]; environment?: NodeJS.ProcessEnv } = {},
): Promise<MeasuredServer> {
  const child = fork(script, parameters, {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    // Its log is written as ever, to nowhere.
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
    hold: async () => (await ask(child, 'hold')) as number,
    stop: () => child.disconnect(),
  };
}

function ask(child: ChildProcess, what: 'cpu' | 'memory' | 'hold'): Promise<unknown> {
  child.send(what);
  return new Promise((answered) => child.once('message', answered));
}

/** Microseconds of the server's CPU for one request, kernel included. */
async function cpuPerRequest(server: MeasuredServer, load: Load): Promise<number> {
  const before = await server.cpu();
  const share = { ...load, count: load.count / connections };
  await Promise.all(Array.from({ length: connections }, () => sendRequests(server.port, share)));
  return ((await server.cpu()) - before) / load.count;
}

/** So many that a busy neighbour on the machine does not decide the median. */
export const rounds = 25;

/** The median of each server over rounds in which they take turns; a first round warms up. */
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

/** One line: each figure with how many times the first one it is. */
export function printCpu(label: string, figures: ReadonlyMap<string, number>): void {
  const [bare = Number.NaN] = figures.values();
  const columns = [...figures].map(
    ([name, cpu]) => `${name} ${cpu.toFixed(1)} µs (${(cpu / bare).toFixed(2)}x)`,
  );
  console.log(`${label.padEnd(22)} ${columns.join('   ')}`);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** One keep-alive connection that sends the next request when the answer to the last one is whole. */
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

/** Length of the whole answer by its head, which these servers send in one piece. */
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
