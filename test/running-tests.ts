/** Names tests that take long, so that one that hangs is found before its timeout. */
type RunningTests = { start(name: string): void; end(name: string): void; close(): void };

const longAfter = 45_000;

/**
 * Prints each test that has run for 45 seconds, and on SIGTERM all that are running.
 * @param name of the run, such as `unit`
 */
export function watchRunningTests(name: string): RunningTests {
  const started = new Map<string, number>();
  const named = new Set<string>();
  const timer = setInterval(() => {
    for (const [test, since] of started) {
      if (named.has(test) || Date.now() - since < longAfter) continue;
      named.add(test);
      console.log(`lectern: still running after 45 s (${name}): ${test}`);
    }
  }, 5_000).unref();
  const stop = () => {
    for (const test of started.keys()) console.log(`lectern: running at the end (${name}): ${test}`);
    process.exit(1);
  };
  process.once('SIGTERM', stop);

  return {
    start: (test) => void started.set(test, Date.now()),
    end: (test) => void started.delete(test),
    close() {
      clearInterval(timer);
      process.off('SIGTERM', stop);
    },
  };
}
