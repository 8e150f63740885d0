import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { readOutline } from '#lib/content/checking/outline.ts';
import { readDocument } from '#lib/content/documents/read-document.ts';
import type { ProbedText } from './text-probe.ts';

/**
 * Reads texts as a publication does, for text-probe.ts. It reads them in a thread, whose stack is half as large as that of
 * a process: what passes here does not overflow the publisher's.
 */
if (isMainThread) {
  process.on('disconnect', () => process.exit(0));
  const worker = new Worker(new URL(import.meta.url));
  worker.on('message', (isReadable: boolean) => process.send?.(isReadable));
  worker.on('error', () => process.exit(1));
  worker.on('online', () => process.send?.(true));
  process.on('message', (text: ProbedText) => worker.postMessage(text));
} else {
  parentPort?.on('message', (text: ProbedText) => {
    void isReadable(text).then((answer) => parentPort?.postMessage(answer));
  });
}

/** MDX with mistakes is readable: the check explains them. */
async function isReadable({ path, body }: ProbedText): Promise<boolean> {
  try {
    const { findings } = readOutline(body, path.endsWith('.mdx'));
    if (findings.length === 0) await readDocument(body, { file: path });
    return true;
  } catch {
    return false;
  }
}
