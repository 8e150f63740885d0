/**
 * Gives each piece of work a turn of the event loop of its own, in the order of asking, so that many queries
 * that arrive at once leave room for what else the process does.
 */
export function createTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return last;
  };
}
