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
  readiness: { stopping(): void };
  /** Milliseconds from the first signal, in which `/ready` is 503 and everything else is answered as before. */
  drainsFor: number;
  /** Background work that uses the resources in `opened`. */
  background: readonly { stop(): Promise<void> }[];
  /** Closed at the end, in this order. */
  opened: readonly { close(): Promise<void> }[];
  log: Log;
};

/**
 * Creates the function for a graceful shutdown: refuses new connections, waits for requests and emails in progress,
 * then closes `opened`. Before that, it drains: load balancers see at `/ready` that they should use another instance.
 * A second call and an exit code other than 0 end the drain. It resolves with the highest exit code that it was called
 * with, at most ten seconds after the drain.
 */
export function createShutDown(ending: Ending): (exitCode: number) => Promise<number> {
  let highest = 0;
  let ended: Promise<void> | undefined;
  const isDrained = new AbortController();
  return async (exitCode) => {
    highest = Math.max(highest, exitCode);
    ending.readiness.stopping();
    if (ended || highest > 0) isDrained.abort();
    await (ended ??= drain(ending, isDrained.signal).then(() => endWithin(ending)));
    return highest;
  };
}

/** Resolves after the drain, or when the signal is aborted. */
async function drain({ drainsFor }: Ending, signal: AbortSignal): Promise<void> {
  if (drainsFor > 0) await sleep(drainsFor, undefined, { signal }).catch(() => undefined);
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
