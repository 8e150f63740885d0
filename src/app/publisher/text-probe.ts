import { fileURLToPath } from 'node:url';
import { maxTextLength, splitFrontMatter } from '#lib/content/front-matter.ts';
import { isContentFile } from '#lib/content/checking/content-file.ts';
import type { Explanation } from '#lib/content/checking/problem.ts';
import type { SourceFile } from '#lib/publishing/activation/sources.ts';
import { createHelperProcess } from '#app/helper-process.ts';

export type ProbedText = {
  path: string;
  body: string;
  /** CPU time for the text, in milliseconds. */
  limit: number;
};

export type TextProbe = {
  /** Starts the process, so that the first text need not wait for it. */
  start: () => void;
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
const idle = 60_000;

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
  const reader = createHelperProcess<ProbedText, boolean>({
    file: processFile,
    nodeOptions: ['--max-old-space-size=512'],
    stderr: 'ignore',
    times: { idle },
  });

  async function probeAll(files: readonly SourceFile[]): Promise<void> {
    let failures = 0;
    for (const file of files) {
      const { path, text = '' } = file;
      if (text.length > maxTextLength) results.set(file, tooLong);
      else if (failures >= maxFailures) results.set(file, tooMany);
      else {
        await reader.start();
        // The process crashes, or ends because the text takes too long.
        const isReadable = await reader
          .ask({ path, body: splitFrontMatter(text).body, limit })
          .catch(() => false);
        results.set(file, isReadable ? 'readable' : unreadable);
        if (!isReadable) failures += 1;
      }
    }
  }

  return {
    start() {
      // The first text gets the error.
      reader.start().catch(() => undefined);
    },
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
