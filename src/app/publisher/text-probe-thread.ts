import { parentPort } from 'node:worker_threads';
import { readOutline } from '#lib/content/checking/outline.ts';
import { readDocument } from '#lib/content/documents/read-document.ts';
import type { ProbedText } from './text-probe.ts';

parentPort?.on('message', (text: Omit<ProbedText, 'limit'>) => {
  void isReadable(text).then((answer) => parentPort?.postMessage(answer));
});
parentPort?.postMessage('ready');

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
