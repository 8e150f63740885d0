import { afterAll, beforeAll } from 'vitest';

/**
 * Starts something before the tests of a file, and removes or stops it after them. Call it at the top of the file; the
 * result is for use in tests. Several are started in order, and stopped in reverse order.
 */
export function useShared<Started extends { remove(): unknown } | { stop(): unknown }>(
  start: () => Started | Promise<Started>,
): Started {
  let started: Started | undefined;
  const current = (): Started => {
    if (!started) throw new Error('not started yet: use it in tests only');
    return started;
  };
  beforeAll(async () => {
    started = await start();
  });
  afterAll(async () => {
    if (started) await ('remove' in started ? started.remove() : started.stop());
  });
  return new Proxy({} as Started, {
    get: (_target, name) => Reflect.get(current(), name) as unknown,
    set: (_target, name, value) => Reflect.set(current(), name, value),
  });
}
