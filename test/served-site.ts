import { spawn, type ChildProcess } from 'node:child_process';
import { readLog, type LogLine } from './collected-log.ts';

export type ServedSite = {
  /** `http://localhost:PORT` */
  origin: string;
  process: ChildProcess;
  /** What the process has written so far. */
  output(): string;
  /** The exit code, once there is one. */
  ended: Promise<number | null>;
  /** Lines of the log that warn or tell of faults, but those of requests, from this many characters on. */
  troubles(from?: number): LogLine[];
  stop(): Promise<number | null>;
};

/**
 * The production server as a process of its own, on a free port, over a build that is there already.
 * @throws Error with what the process wrote when it ends before it listens
 */
export async function serveSite(
  distDir = 'dist',
  environment: NodeJS.ProcessEnv = {},
  script = 'src/app/server.ts',
): Promise<ServedSite> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, distDir], {
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', HOST: 'localhost', PORT: '0', ENCODER: 'off' },
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
