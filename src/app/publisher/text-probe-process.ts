import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { readOutline } from '#lib/content/checking/outline.ts';
import { readDocument } from '#lib/content/documents/read-document.ts';
import { answerParent } from '#app/answer-parent.ts';
import type { ProbedText } from './text-probe.ts';

/** In milliseconds. */
const lookEvery = 50;

/**
 * Parses texts as a publication does, for text-probe.ts. It uses a thread, whose stack is half as large as that of a
 * process: a text that passes here does not overflow the publisher's stack. The process ends if a text takes too much
 * CPU time.
 */
if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  worker.on('error', () => process.exit(1));
  // The modules are loaded: their time does not count as that of the first text.
  await once(worker, 'message');
  answerParent(async ({ limit, ...text }: ProbedText) => {
    const before = process.cpuUsage();
    const watch = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1000 > limit) process.kill(process.pid, 'SIGKILL');
    }, lookEvery);
    worker.postMessage(text);
    const [isReadable] = (await once(worker, 'message')) as [boolean];
    clearInterval(watch);
    return isReadable;
  });
} else {
  parentPort?.on('message', (text: Omit<ProbedText, 'limit'>) => {
    void isReadable(text).then((answer) => parentPort?.postMessage(answer));
  });
  parentPort?.postMessage('ready');
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
