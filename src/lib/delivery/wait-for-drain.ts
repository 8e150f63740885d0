import type { ServerResponse } from 'node:http';

/** Resolves when what was written has left for the client, so that a long answer is not made faster than read. */
export type Pace = () => Promise<void>;

/** How long a client may take nothing of an answer before its connection is cut. */
const usualPatience = 30_000;

/**
 * Astro writes what a route streams without waiting for the client; a route that waits for this before each
 * piece makes up for it. A client that stops reading is cut off, which tells the route by its signal.
 */
export function createPace(response: ServerResponse, patience = usualPatience): Pace {
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
