import type { ServerResponse } from 'node:http';

/** Resolves when the client has read what was written. */
export type WaitForDrain = () => Promise<void>;

/** Milliseconds after which the connection of a client that reads nothing is closed. */
const defaultPatience = 30_000;

/**
 * Adds backpressure, which Astro's streams lack: a route awaits the returned function before each chunk. Closes the
 * connection of a client that stops reading, which aborts the request's signal.
 */
export function createWaitForDrain(response: ServerResponse, patience = defaultPatience): WaitForDrain {
  return async () => {
    if (!response.writableNeedDrain || response.destroyed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => response.destroy(), patience);
      const goOn = () => {
        clearTimeout(timer);
        response.off('drain', goOn).off('close', goOn);
        resolve();
      };
      response.on('drain', goOn).on('close', goOn);
    });
  };
}
