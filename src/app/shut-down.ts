import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#lib/log/log.ts';
import { stop } from './stop-server.ts';

/** Milliseconds from the signal; a supervisor is told ten seconds. */
const answersEndAfter = 5_000;
const requestsEndAfter = 7_000;
const everythingEndsAfter = 9_500;

type Ending = {
  server: Server;
  services: {
    /** Has what takes long begin to end: mail that is being sent. */
    beginClose(): void;
    /** Ends streamed answers with a part that says why. */
    endAnswers(): void;
    close(): Promise<void>;
  };
  exit: (code: number) => void;
  log: Log;
};

/**
 * Makes what ends the process: no new connections, then the requests and mails under way are finished, then the
 * stores are closed. It takes ten seconds at most; asking again changes nothing but the exit code, to the worse.
 */
export function createShutDown({ server, services, exit, log }: Ending): (code: number) => void {
  let worst: number | undefined;
  return (code) => {
    const isUnderWay = worst !== undefined;
    worst = Math.max(worst ?? 0, code);
    if (isUnderWay) return;
    void sleep(everythingEndsAfter).then(() => {
      log.warn('stopped with something left undone');
      exit(worst ?? 0);
    });
    void end();
  };

  async function end(): Promise<void> {
    const endAnswers = setTimeout(() => services.endAnswers(), answersEndAfter);
    try {
      services.beginClose();
      await stop(server, requestsEndAfter);
      await services.close();
    } catch (error) {
      log.error('could not close everything', { error });
    }
    clearTimeout(endAnswers);
    exit(worst ?? 0);
  }
}
