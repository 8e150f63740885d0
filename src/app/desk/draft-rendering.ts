import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ApiError } from '#lib/http/api-error.ts';
import { entryErrors } from '#lib/i18n/en/desk.ts';
import type { Log } from '#lib/log/log.ts';
import type { Draft, DraftInput } from './draft-renderer.ts';

export type DraftRendering = {
  /**
   * Renders a page from unsaved files on top of the last publication, and checks one of them.
   * @throws ApiError INTERNAL if it fails or takes too long
   */
  render(input: DraftInput): Promise<Draft>;
  /** Starts the process, so that the first rendering does not wait for it. */
  warmUp(): void;
  close(): Promise<void>;
};

type Options = {
  buildDir: string;
  environment: NodeJS.ProcessEnv;
  log: Log;
  file?: string;
  times?: Partial<typeof defaultTimes>;
};

type Answer = { isReady: true } | { id: number; draft: Draft } | { id: number; failure: string };
type Waiting = { resolve: (draft: Draft) => void; reject: (error: Error) => void; timer: NodeJS.Timeout };
type Running = { child: ChildProcess; ready: Promise<void> };

/** In milliseconds. */
const defaultTimes = {
  start: 30_000,
  render: 10_000,
  /** The process ends after this time without a request. */
  idle: 15 * 60_000,
};
const processFile = fileURLToPath(new URL('./draft-process.ts', import.meta.url));

/**
 * Renders drafts in a separate process, so that a draft that crashes it or never finishes affects neither the site nor
 * the publisher. The process starts at the first use of the desk, and again after a crash.
 */
export function createDraftRendering({
  buildDir,
  environment,
  log,
  file = processFile,
  ...options
}: Options): DraftRendering {
  const times = { ...defaultTimes, ...options.times };
  const waiting = new Map<number, Waiting>();
  let running: Running | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  function start(): Running {
    const execArgv = [...process.execArgv, '--max-semi-space-size=8'];
    const child = fork(file, [buildDir], {
      env: environment,
      execArgv,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ready = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => end(new Error('it did not start in time')), times.start).unref();
      child.on('message', (answer: Answer) => {
        if (!('isReady' in answer)) return settle(answer);
        clearTimeout(timer);
        resolve();
      });
      child.on('error', (error) => end(error));
      child.on('exit', (code, signal) => end(new Error(`it ended with ${signal ?? `code ${code}`}`)));

      /** Ends this process, and rejects all its renderings in progress. */
      function end(error: Error): void {
        clearTimeout(timer);
        reject(error);
        if (running?.child !== child) return;
        running = undefined;
        child.kill('SIGKILL');
        log.warn(`drafts cannot be rendered: ${error.message}`, { name: 'drafts' });
        for (const id of [...waiting.keys()]) fail(id, error);
      }
    });
    ready.catch(() => undefined);
    return { child, ready };
  }

  function settle(answer: Exclude<Answer, { isReady: true }>): void {
    const { id } = answer;
    if ('failure' in answer) fail(id, new Error(answer.failure));
    else take(id)?.resolve(answer.draft);
  }

  function fail(id: number, cause: Error): void {
    take(id)?.reject(new ApiError('INTERNAL', { ...entryErrors.notRendered, cause }));
  }

  function take(id: number): Waiting | undefined {
    const found = waiting.get(id);
    clearTimeout(found?.timer);
    waiting.delete(id);
    return found;
  }

  function stop(): void {
    const child = running?.child;
    running = undefined;
    child?.kill('SIGKILL');
  }

  function open(): Running {
    stopWhenIdle();
    return (running ??= start());
  }

  function stopWhenIdle(): void {
    clearTimeout(idle);
    const check = () => (waiting.size === 0 ? stop() : stopWhenIdle());
    idle = setTimeout(check, times.idle).unref();
  }

  /** Kills the process of a rendering that takes too long: there is no other way to interrupt it. */
  function giveUp(id: number, { child }: Running): void {
    if (!waiting.has(id)) return;
    log.warn(`a draft took longer than ${times.render / 1000} s`, { name: 'drafts' });
    fail(id, new Error('it took too long'));
    if (running?.child === child) stop();
    for (const other of [...waiting.keys()]) fail(other, new Error('another draft took too long'));
  }

  return {
    async render(input) {
      const current = open();
      const id = ++lastId;
      const draft = new Promise<Draft>((resolve, reject) => {
        const timer = setTimeout(() => giveUp(id, current), times.start + times.render);
        waiting.set(id, { resolve, reject, timer });
      });
      draft.catch(() => undefined);
      await current.ready.catch(() => undefined);
      const entry = waiting.get(id);
      if (entry) {
        clearTimeout(entry.timer);
        entry.timer = setTimeout(() => giveUp(id, current), times.render);
        current.child.send({ id, input }, (error) => error && fail(id, error));
      }
      return draft;
    },
    warmUp: () => void open(),
    async close() {
      clearTimeout(idle);
      stop();
      for (const id of [...waiting.keys()]) fail(id, new Error('the server is stopping'));
    },
  };
}
