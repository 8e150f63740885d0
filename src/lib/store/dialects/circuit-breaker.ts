import { isTimeout, unavailable } from './failure.ts';

/**
 * Keeps requests from queueing while the database hangs. After a timeout, only one request at a time is let through and
 * the others fail at once, until the database responds.
 */
export function createCircuitBreaker(): <T>(work: () => Promise<T>) => Promise<T> {
  let isOpen = false;
  let running = 0;

  return async (work) => {
    if (isOpen && running > 0) throw unavailable('it does not answer');
    running += 1;
    try {
      const result = await work();
      isOpen = false;
      return result;
    } catch (error) {
      // Any other error shows that the database responds.
      isOpen = isTimeout(error);
      throw error;
    } finally {
      running -= 1;
    }
  };
}
