import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { readOutline } from '#lib/content/checking/outline.ts';
import { readDocument } from '#lib/content/documents/read-document.ts';
import type { ProbedText } from './text-probe.ts';

/**
 * Parses texts as a publication does, for text-probe.ts. It uses a thread, whose stack is half as large as that of a
 * process: a text that passes here does not overflow the publisher's stack.
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

/** Whether parsing completes. Invalid MDX counts as readable, because the check explains its errors. */
async function isReadable({ path, body }: ProbedText): Promise<boolean> {
  try {
    const { findings } = readOutline(body, path.endsWith('.mdx'));
    if (findings.length === 0) await readDocument(body, { file: path });
    return true;
  } catch {
    return false;
  }
}
