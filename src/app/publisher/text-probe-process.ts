import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { answerParent } from '#app/answer-parent.ts';
import type { ProbedText } from './text-probe.ts';

/** In milliseconds. */
const lookEvery = 50;

/**
 * Parses texts as a publication does, for text-probe.ts. It uses a thread, whose stack is half as large as that of a
 * process: a text that passes here does not overflow the publisher's stack. The process ends if a text takes too much
 * CPU time.
 */
const worker = new Worker(new URL('./text-probe-thread.ts', import.meta.url));
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
