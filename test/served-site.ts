import { spawn, type ChildProcess } from 'node:child_process';
import { readLog, type LogLine } from './collected-log.ts';

export type ServedSite = {
  /** `http://localhost:PORT` */
  origin: string;
  process: ChildProcess;
  /** The output of the process so far. */
  output(): string;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
  /** Warnings and errors in the log, without requests, from an offset of the output on. */
  troubles(from?: number): LogLine[];
  stop(): Promise<number | null>;
};

/**
 * Starts the production server for an existing build as a process, on a free port.
 * @throws Error with its output if it exits early
 */
export async function serveSite(
  distDir = 'dist',
  environment: NodeJS.ProcessEnv = {},
  script = 'src/app/server.ts',
): Promise<ServedSite> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, distDir], {
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', HOST: 'localhost', PORT: '0', ENCODER: 'off', PUBLISHER: 'off' },
      ...environment,
    },
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
    process: child,
    output: () => output,
    ended,
    troubles: (from = 0) =>
      readLog(output.slice(from)).filter(({ level, name }) => level !== 'info' && name !== 'request'),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
