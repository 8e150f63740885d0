/** Fewer would find little. */
const fewest = 100;

/**
 * Returns how often a property is tried with random values: in `npm test` a tenth of the count, but at least a hundred
 * times, and all of it in `npm run soak`, which sets PROPERTY_RUNS to `whole`. Each run tries other values.
 */
export function runsOf(count: number): number {
  if (process.env['PROPERTY_RUNS'] === 'whole') return count;
  return Math.min(count, Math.max(fewest, Math.ceil(count / 10)));
}
