import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { splitFrontMatter } from '#lib/content/front-matter.ts';
import { isContentFile } from '#lib/content/checking/content-file.ts';
import type { Explanation } from '#lib/content/checking/problem.ts';
import { maxTextLength } from '#lib/editing/text-size.ts';
import type { SourceFile } from '#lib/publishing/activation/sources.ts';

export type ProbedText = { path: string; body: string };

export type TextProbe = {
  /** Reads new texts in a process of its own. */
  probe: (files: Iterable<SourceFile>) => Promise<void>;
  /** Why a text must not be parsed. */
  problemOf: (file: SourceFile) => Explanation | undefined;
};

type Options = {
  /** For one text, in milliseconds. The longest text that people write takes a tenth. */
  timeout?: number;
  /** Texts that end the process in one call. The rest of the call is refused without reading it. */
  maxFailures?: number;
};

const processFile = fileURLToPath(new URL('./text-probe-process.ts', import.meta.url));
/** Without a text for this long, the process ends. */
const stopAfter = 60_000;
const startWithin = 60_000;
const oldSpace = '--max-old-space-size=512';

const unreadable: Explanation = {
  message: 'the text below cannot be read: too much of it is inside of each other, or it takes too long',
  fix: 'look for brackets, quotes, tags or lists that are repeated by mistake, and delete them',
};
const tooLong: Explanation = {
  message: `the file is longer than ${maxTextLength / 1024} KiB`,
  fix: 'divide it into several files',
};
const tooMany: Explanation = {
  message: 'the text was not read, since many other new files cannot be read',
  fix: 'correct the other files, then save this one again',
};

/**
 * Finds texts that crash the Markdown parser, or take it too long, before a process parses them that must go on. Each text
 * is probed once.
 */
export function createTextProbe({ timeout = 5_000, maxFailures = 10 }: Options = {}): TextProbe {
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
        const isReadable = await ask(child, { path, body: splitFrontMatter(text).body }, timeout);
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
      // One call after the other, so that no text is probed twice.
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
  if (isReady !== true) throw new Error('the process that reads texts did not start');
  // It does not keep this process from ending.
  child.unref();
  child.channel?.unref();
  return child;
}

/** False if the process ends, or takes too long. */
function ask(child: ChildProcess, text: ProbedText, timeout: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(false), timeout);
    const finish = (isReadable: boolean) => {
      clearTimeout(timer);
      child.removeAllListeners();
      // A process that is killed late must not end this one.
      child.on('error', () => undefined);
      resolve(isReadable);
    };
    child.on('message', (answer: boolean) => finish(answer));
    child.on('error', () => finish(false));
    child.on('exit', () => finish(false));
    child.send(text, (error) => error && finish(false));
  });
}
