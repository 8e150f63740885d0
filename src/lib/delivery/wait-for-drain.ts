import type { ServerResponse } from 'node:http';

/** Resolves when the client has read what was written. */
export type WaitForDrain = () => Promise<void>;

/** Milliseconds that a client may read nothing before its connection is closed. */
const defaultPatience = 30_000;

/**
 * Astro writes a stream without waiting for the client (backpressure), so a route waits for this before each piece.
 * Closes the connection of a client that stops reading, which aborts the request's signal.
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
