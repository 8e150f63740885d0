import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { splitFrontMatter } from '#lib/content/front-matter.ts';
import { isContentFile } from '#lib/content/checking/content-file.ts';
import type { Explanation } from '#lib/content/checking/problem.ts';
import { maxTextLength } from '#lib/editing/text-size.ts';
import type { SourceFile } from '#lib/publishing/activation/sources.ts';

export type ProbedText = {
  path: string;
  body: string;
  /** CPU time for the text, in milliseconds. */
  limit: number;
};

export type TextProbe = {
  /** Parses new texts in a separate process. */
  probe: (files: Iterable<SourceFile>) => Promise<void>;
  /** Returns the reason why a text must not be parsed. */
  problemOf: (file: SourceFile) => Explanation | undefined;
};

type Options = {
  /**
   * CPU time for one text, in milliseconds. The longest realistic text takes a tenth of it. A sound text must also pass
   * on a busy machine, on which it waits for the CPU.
   */
  limit?: number;
  /**
   * How many texts of a call may crash the process. After that, the other texts of the call are rejected without a
   * probe.
   */
  maxFailures?: number;
};

const processFile = fileURLToPath(new URL('./text-probe-process.ts', import.meta.url));
/** Idle time after which the process ends, in milliseconds. */
const stopAfter = 60_000;
const startWithin = 60_000;
const oldSpace = '--max-old-space-size=512';

const unreadable: Explanation = {
  message: 'the text below cannot be read: it is nested too deeply, or takes too long',
  fix: 'look for brackets, quotes, tags or lists that are repeated by mistake, and delete them',
};
const tooLong: Explanation = {
  message: `the file is longer than ${maxTextLength / 1024} KiB`,
  fix: 'split it into several files',
};
const tooMany: Explanation = {
  message: 'the text was not read, because many other new files cannot be read',
  fix: 'correct the other files, then save this one again',
};

/**
 * Finds texts that crash the Markdown parser or take too long, before a process parses them that must not crash. Each
 * text is probed once.
 */
export function createTextProbe({ limit = 5_000, maxFailures = 10 }: Options = {}): TextProbe {
  const results = new WeakMap<SourceFile, Explanation | 'readable'>();
  let last: Promise<void> = Promise.resolve();
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function probeAll(files: readonly SourceFile[]): Promise<void> {
    clearTimeout(idle);
    let failures = 0;
    for (const file of files) {
      const { path, text = '' } = file;
      if (text.length > maxTextLength) results.set(file, tooLong);
      else if (failures >= maxFailures) results.set(file, tooMany);
      else {
        child ??= await start();
        const isReadable = await ask(child, { path, body: splitFrontMatter(text).body, limit });
        results.set(file, isReadable ? 'readable' : unreadable);
        if (isReadable) continue;
        failures += 1;
        stop();
      }
    }
    idle = setTimeout(stop, stopAfter).unref();
  }

  function stop(): void {
    child?.kill('SIGKILL');
    child = undefined;
  }

  return {
    async probe(files) {
      const isOpen = (file: SourceFile) => isContentFile(file.path) && !results.has(file);
      // Calls run one after another, so that no text is probed twice.
      const done = last.then(() => probeAll([...files].filter(isOpen)));
      last = done.catch(() => undefined);
      return done;
    },
    problemOf(file) {
      const result = results.get(file);
      return result === 'readable' ? undefined : result;
    },
  };
}

/** @throws Error if the process does not start */
async function start(): Promise<ChildProcess> {
  const child = fork(processFile, {
    execArgv: [...process.execArgv, oldSpace],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const [isReady] = (await once(child, 'message', { signal: AbortSignal.timeout(startWithin) })) as [unknown];
  if (isReady !== true) throw new Error('the process that probes texts did not start');
  return child;
}

/** Whether the text could be read; false if the process crashes, or ends because the text takes too long. */
function ask(child: ChildProcess, text: ProbedText): Promise<boolean> {
  return new Promise((resolve) => {
    child.ref();
    child.channel?.ref();
    const finish = (isReadable: boolean) => {
      // An idle child must not keep this process alive.
      child.unref();
      child.channel?.unref();
      child.removeAllListeners();
      // Ignore errors: a process that is killed late must not crash this one.
      child.on('error', () => undefined);
      resolve(isReadable);
    };
    child.on('message', (answer: boolean) => finish(answer));
    child.on('error', () => finish(false));
    child.on('exit', () => finish(false));
    child.send(text, (error) => error && finish(false));
  });
}
