/**
 * Returns a function to await before each piece of work. Each call resolves in a separate turn of the event loop, in
 * the order of the calls, so that a burst of queries does not block other requests.
 */
export function createTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return last;
  };
}
