import { spawn, type ChildProcess } from 'node:child_process';
import { readConfig } from '#app/env.ts';
import { secretsOf } from '#app/log-services.ts';
import { startServer } from '#app/start-server.ts';
import { createLog } from '#lib/log/log.ts';
import { readLog, type LogLine } from './collected-log.ts';

export type ServedSite = {
  /** `http://localhost:PORT` */
  origin: string;
  port: number;
  /** Undefined if the server runs in the process of its test. */
  process: ChildProcess | undefined;
  /** The output of the server so far. */
  output(): string;
  /** Resolves with the exit code when the server has ended. */
  ended: Promise<number | null>;
  /** Warnings and errors in the output after an offset, without the lines about requests. */
  troubles(from?: number): LogLine[];
  stop(): Promise<number | null>;
};

/** How a site is served. */
export type Serving = {
  /** For tests that need a separate process, because of signals, its exit, memory, uncaught errors or the console. */
  asProcess?: boolean;
};

/**
 * Serves an existing build in this process, on a free port, without warming up.
 * @throws Error with a message of one line if the server cannot start
 */
export async function serveSite(
  distDir = 'dist',
  environment: NodeJS.ProcessEnv = {},
  { asProcess = false }: Serving = {},
): Promise<ServedSite> {
  if (asProcess) return serveProcess(distDir, environment);
  const own = serverEnvironment(environment);
  const config = readConfig(own);
  let output = '';
  const log = createLog({ secrets: secretsOf(config), write: (line) => (output += line) });
  const server = await startServer({ config, distDir, environment: own, log, warmsUp: false });
  const { promise, resolve } = Promise.withResolvers<number>();
  return {
    origin: server.origin,
    port: portOf(server.origin),
    process: undefined,
    output: () => output,
    ended: promise,
    troubles: (from) => troublesIn(output, from),
    async stop() {
      resolve(await server.stop());
      return promise;
    },
  };
}

type ProcessOptions = {
  script?: string;
  /** A program with its arguments, which runs Node. */
  before?: readonly string[];
};

/**
 * Starts the production server for an existing build as a process, on a free port.
 * @throws Error with the server's output if it exits before it listens
 */
export async function serveProcess(
  distDir = 'dist',
  environment: NodeJS.ProcessEnv = {},
  { script = 'src/app/server.ts', before = [] }: ProcessOptions = {},
): Promise<ServedSite> {
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', script, distDir];
  const [program = '', ...args] = [...before, ...node];
  const child = spawn(program, args, {
    env: serverEnvironment(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number | null>((done) => child.on('exit', done));
  const origin = await new Promise<string>((done, fail) => {
    const take = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /listening on (http:\S+)/.exec(output)?.[1];
      if (found) done(found);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('exit', (code) => fail(new Error(`the server ended with ${code}: ${output}`)));
  });
  return {
    origin,
    port: portOf(origin),
    process: child,
    output: () => output,
    ended,
    troubles: (from) => troublesIn(output, from),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** @throws Error if the server runs in the process of its test */
export function processOf({ process: child }: ServedSite): ChildProcess & { pid: number } {
  if (child?.pid === undefined)
    throw new Error('serve this site with asProcess: it runs in the process of the test');
  return child as ChildProcess & { pid: number };
}

function serverEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: 'production',
    HOST: 'localhost',
    PORT: '0',
    ENCODER: 'off',
    PUBLISHER: 'off',
    ...environment,
  };
}

function portOf(origin: string): number {
  return Number(new URL(origin).port);
}

function troublesIn(output: string, from = 0): LogLine[] {
  return readLog(output.slice(from)).filter(({ level, name }) => level !== 'info' && name !== 'request');
}
