import { isTimeout, unavailable } from './failure.ts';

/**
 * Keeps requests from piling up before a database that hangs: once one has waited in vain, one at a time
 * asks it and the others are refused at once, until it answers again.
 */
export function createHangGuard(): <T>(work: () => Promise<T>) => Promise<T> {
  let hangs = false;
  let running = 0;

  return async (work) => {
    if (hangs && running > 0) throw unavailable('it does not answer');
    running += 1;
    try {
      const result = await work();
      hangs = false;
      return result;
    } catch (error) {
      // Any other failure is an answer.
      hangs = isTimeout(error);
      throw error;
    } finally {
      running -= 1;
    }
  };
}
