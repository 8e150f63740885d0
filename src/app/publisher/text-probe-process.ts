import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { readOutline } from '#lib/content/checking/outline.ts';
import { readDocument } from '#lib/content/documents/read-document.ts';
import type { ProbedText } from './text-probe.ts';

/** In milliseconds. */
const lookEvery = 50;

/**
 * Parses texts as a publication does, for text-probe.ts. It uses a thread, whose stack is half as large as that of a
 * process: a text that passes here does not overflow the publisher's stack. The process ends if a text takes too much
 * CPU time.
 */
if (isMainThread) {
  let watch: NodeJS.Timeout | undefined;
  process.on('disconnect', () => process.exit(0));
  const worker = new Worker(new URL(import.meta.url));
  worker.on('message', (isReadable: boolean) => {
    clearInterval(watch);
    process.send?.(isReadable);
  });
  worker.on('error', () => process.exit(1));
  process.on('message', ({ limit, ...text }: ProbedText) => {
    const before = process.cpuUsage();
    watch = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1000 > limit) process.kill(process.pid, 'SIGKILL');
    }, lookEvery);
    worker.postMessage(text);
  });
} else {
  parentPort?.on('message', (text: Omit<ProbedText, 'limit'>) => {
    void isReadable(text).then((answer) => parentPort?.postMessage(answer));
  });
  // The modules are loaded: their time does not count as that of the first text.
  parentPort?.postMessage(true);
}

/** Whether parsing completes. Invalid MDX counts as readable, because the check explains its errors. */
async function isReadable({ path, body }: Omit<ProbedText, 'limit'>): Promise<boolean> {
  try {
    const { findings } = readOutline(body, path.endsWith('.mdx'));
    if (findings.length === 0) await readDocument(body, { file: path });
    return true;
  } catch {
    return false;
  }
}
