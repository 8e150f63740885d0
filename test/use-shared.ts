import { afterAll, beforeAll } from 'vitest';
import { createShared } from './shared.ts';

/**
 * Starts something before the tests of a file, and removes or stops it after them. Call it at the top of the file; the
 * result is for use in tests. Several are started in order, and stopped in reverse order.
 */
export function useShared<Started extends { remove(): unknown } | { stop(): unknown }>(
  start: () => Started | Promise<Started>,
): Started {
  const { begin, end, current } = createShared(start);
  beforeAll(begin);
  afterAll(end);
  return current;
}
