import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { sleep } from '#lib/base/repeat.ts';
import type { Log } from '#lib/log/log.ts';
import { messageOf } from '#lib/base/message-of.ts';

type ProcessOptions = {
  /** Name in the log. */
  name: string;
  /** The module that the process runs. */
  file: string;
  arguments: readonly string[];
  nodeOptions?: readonly string[];
  environment: NodeJS.ProcessEnv;
  /** Called with each message of the process. */
  onMessage?: (message: unknown) => void;
  log: Log;
  times?: Partial<typeof defaultTimes>;
};

/** In milliseconds. */
const defaultTimes = {
  /** First wait before a restart. It doubles each time the process ends early. */
  minBackoff: 1_000,
  maxBackoff: 60_000,
  /** A process that ran this long counts as healthy. */
  healthyAfter: 60_000,
  /** Time between SIGTERM and SIGKILL. */
  stopWithin: 3_000,
};
const maxLineLength = 500;

/** A child process that is restarted whenever it ends, with backoff. Its output goes to the log. */
export type KeptProcess = { stop(): Promise<void> };

export function keepProcess(options: ProcessOptions): KeptProcess {
  const { name, log } = options;
  const times = { ...defaultTimes, ...options.times };
  const stopped = new AbortController();
  const isStopped = () => stopped.signal.aborted;
  let child: ChildProcess | undefined;
  const kept = keep();

  async function keep(): Promise<void> {
    for (let backoff = times.minBackoff; !stopped.signal.aborted;) {
      const began = performance.now();
      const reason = await run();
      if (isStopped()) return;
      if (performance.now() - began >= times.healthyAfter) backoff = times.minBackoff;
      log.warn(`ended with ${reason}; restarting in ${backoff / 1000} s`, { name });
      await sleep(backoff, stopped.signal);
      backoff = Math.min(2 * backoff, times.maxBackoff);
    }
  }

  /** Resolves with the reason when the process has ended. */
  async function run(): Promise<string> {
    const { file, arguments: given, nodeOptions = [], environment: env, onMessage } = options;
    const execArgv = [...process.execArgv, ...nodeOptions];
    try {
      child = fork(file, given, { env, execArgv, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
      copyLines(child);
      if (onMessage) child.on('message', onMessage);
      child.on('error', (error) => log.warn('the process could not be started or stopped', { name, error }));
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
      return code === null ? String(signal) : `code ${code}`;
    } catch (error) {
      return messageOf(error);
    }
  }

  function copyLines({ stdout, stderr }: ChildProcess): void {
    if (stdout)
      createInterface(stdout).on('line', (line) => log.info(line.slice(0, maxLineLength), { name }));
    if (stderr)
      createInterface(stderr).on('line', (line) => log.warn(line.slice(0, maxLineLength), { name }));
  }

  return {
    /** Stops the process with SIGTERM, and kills it if it does not end in time. */
    async stop() {
      stopped.abort();
      child?.kill('SIGTERM');
      const timer = setTimeout(() => child?.kill('SIGKILL'), times.stopWithin);
      await kept;
      clearTimeout(timer);
    },
  };
}
