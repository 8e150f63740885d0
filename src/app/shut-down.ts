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
    close(): Promise<void>;
  };
  /** Background work that uses the services. */
  background: readonly { stop(): Promise<void> }[];
  exit: (code: number) => void;
  log: Log;
};

/**
 * Creates the function for a graceful shutdown: refuses new connections, waits for requests and emails in progress,
 * then closes the stores. It takes at most ten seconds. Calling it again can only raise the exit code.
 */
export function createShutDown({ server, services, background, exit, log }: Ending): (code: number) => void {
  let exitCode: number | undefined;
  return (code) => {
    const isStopping = exitCode !== undefined;
    exitCode = Math.max(exitCode ?? 0, code);
    if (isStopping) return;
    void sleep(everythingEndsAfter).then(() => {
      log.warn('shutdown timed out before everything was closed');
      exit(exitCode ?? 0);
    });
    void end();
  };

  async function end(): Promise<void> {
    const endAnswers = setTimeout(() => services.endAnswers(), answersEndAfter);
    try {
      services.beginClose();
      await Promise.all([stop(server, requestsEndAfter), ...background.map((work) => work.stop())]);
      await services.close();
    } catch (error) {
      log.error('could not close everything', { error });
    }
    clearTimeout(endAnswers);
    exit(exitCode ?? 0);
  }
}
