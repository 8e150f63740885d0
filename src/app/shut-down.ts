import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#lib/log/log.ts';
import { stop } from './stop-server.ts';

/** Milliseconds from the signal. Supervisors are configured to wait ten seconds. */
const answersEndAfter = 5_000;
const requestsEndAfter = 7_000;
const everythingEndsAfter = 9_500;

type Ending = {
  server: Server;
  services: {
    /** Starts to stop the mail worker, which may take long. */
    beginClose(): void;
    /** Ends streamed answers with a final part that gives the reason. */
    endAnswers(): void;
  };
  /** Background work that uses the resources in `opened`. */
  background: readonly { stop(): Promise<void> }[];
  /** Closed at the end, in this order. */
  opened: readonly { close(): Promise<void> }[];
  log: Log;
};

/**
 * Creates the function for a graceful shutdown: refuses new connections, waits for requests and emails in progress,
 * then closes `opened`. It resolves with the highest exit code that it was called with, after at most ten
 * seconds.
 */
export function createShutDown(ending: Ending): (exitCode: number) => Promise<number> {
  let highest = 0;
  let ended: Promise<void> | undefined;
  return async (exitCode) => {
    highest = Math.max(highest, exitCode);
    await (ended ??= endWithin(ending));
    return highest;
  };
}

async function endWithin(ending: Ending): Promise<void> {
  const isEnded = new AbortController();
  const timeout = sleep(everythingEndsAfter, undefined, { signal: isEnded.signal }).then(
    () => ending.log.warn('shutdown timed out before everything was closed'),
    () => undefined,
  );
  await Promise.race([timeout, end(ending)]);
  isEnded.abort();
}

async function end({ server, services, background, opened, log }: Ending): Promise<void> {
  const endAnswers = setTimeout(() => services.endAnswers(), answersEndAfter);
  try {
    services.beginClose();
    await Promise.all([stop(server, requestsEndAfter), ...background.map((work) => work.stop())]);
    for (const each of opened) await each.close();
  } catch (error) {
    log.error('could not close everything', { error });
  }
  clearTimeout(endAnswers);
}
