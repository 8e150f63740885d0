/** Upper bounds in seconds: published pages take some 10 µs, endpoints some 500 µs, a model seconds. */
export const latencyBounds = [
  0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1,
  2.5, 5, 10, 30, 60,
] as const;

/** The place of a time among the bounds; behind the last one for what took longer. */
export function bucketOf(seconds: number): number {
  let slot = 0;
  while (slot < latencyBounds.length && seconds > (latencyBounds[slot] ?? 0)) slot += 1;
  return slot;
}
