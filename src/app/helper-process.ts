import { fork, type ChildProcess } from 'node:child_process';
import type { Message } from './answer-parent.ts';

/** A process that answers requests one at a time. A request that crashes or blocks it affects no other. */
export type HelperProcess<Request, Answer> = {
  /**
   * Starts the process, unless it runs. The first request does so too.
   * @throws Error if it does not start in time
   */
  start(): Promise<void>;
  /** @throws Error if the request fails, crashes the process or takes too long, or if the process is closed */
  ask(request: Request): Promise<Answer>;
  /** Kills the process. Requests in progress and later ones fail. */
  close(): void;
};

type Options = {
  /** The module that the process runs, which calls `answerParent`. */
  file: string;
  arguments?: readonly string[];
  nodeOptions?: readonly string[];
  /** Without it, that of this process. */
  environment?: NodeJS.ProcessEnv;
  /** Where the process writes its errors. */
  stderr?: 'inherit' | 'ignore';
  times: {
    start?: number;
    /** For one request. Without it, requests may take any time. */
    answer?: number;
    /** The process ends after this time without a request. */
    idle: number;
  };
};

type Running = { child: ChildProcess; ready: Promise<unknown> };

/** In milliseconds. */
const startWithin = 60_000;

/**
 * Creates a helper process, which starts with the first request, and again after a crash. While it is idle, it does not
 * keep this process alive.
 */
export function createHelperProcess<Request, Answer>(options: Options): HelperProcess<Request, Answer> {
  const { times } = options;
  let running: Running | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function open(): Running {
    if (isClosed) throw new Error('the process is closed');
    return (running ??= launch());
  }

  function launch(): Running {
    const child = fork(options.file, options.arguments ?? [], {
      ...(options.environment && { env: options.environment }),
      execArgv: [...process.execArgv, ...(options.nodeOptions ?? [])],
      stdio: ['ignore', 'ignore', options.stderr ?? 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    // A process that cannot be killed must not crash this one.
    child.on('error', () => undefined);
    child.on('exit', () => {
      if (running?.child === child) running = undefined;
    });
    const ready = nextMessage(child, times.start ?? startWithin);
    ready.catch(() => kill(child));
    return { child, ready };
  }

  function kill(child: ChildProcess | undefined): void {
    if (running?.child === child) running = undefined;
    child?.kill('SIGKILL');
  }

  async function askNow(request: Request): Promise<Answer> {
    clearTimeout(idle);
    const { child, ready } = open();
    keepAlive(child, true);
    try {
      await ready;
      const answer = nextMessage(child, times.answer);
      child.send(request as object, (error) => error && kill(child));
      const message = await answer.catch((error: unknown) => {
        kill(child);
        throw error;
      });
      if ('failure' in message) throw new Error(message.failure);
      return message.answer as Answer;
    } finally {
      rest(child);
    }
  }

  function rest(child: ChildProcess): void {
    keepAlive(child, false);
    clearTimeout(idle);
    idle = setTimeout(() => kill(running?.child), times.idle).unref();
  }

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  }

  return {
    start: () =>
      inTurn(async () => {
        const { child, ready } = open();
        await ready;
        rest(child);
      }),
    ask: (request) => inTurn(() => askNow(request)),
    close() {
      isClosed = true;
      clearTimeout(idle);
      kill(running?.child);
    },
  };
}

function keepAlive(child: ChildProcess, isWanted: boolean): void {
  for (const each of [child, child.channel])
    if (isWanted) each?.ref();
    else each?.unref();
}

/** @param within in milliseconds; without it, there is no limit */
async function nextMessage(child: ChildProcess, within?: number): Promise<Message> {
  const { promise, resolve, reject } = Promise.withResolvers<Message>();
  const onExit = (code: number | null, signal: string | null) =>
    reject(new Error(`it ended with ${signal ?? `code ${code}`}`));
  const timer =
    within === undefined
      ? undefined
      : setTimeout(() => reject(new Error(`it took longer than ${within / 1000} s`)), within);
  child.once('message', resolve).once('error', reject).once('exit', onExit);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', resolve).off('error', reject).off('exit', onExit);
  }
}
