/** The minimum number of runs: fewer would find few errors. */
const fewest = 100;

/**
 * Returns how often to test a property with random values: a tenth of the count, but at least a hundred times, in
 * `npm test`, and the full count in `npm run soak`, which sets PROPERTY_RUNS to `whole`.
 */
export function runsOf(count: number): number {
  if (process.env['PROPERTY_RUNS'] === 'whole') return count;
  return Math.min(count, Math.max(fewest, Math.ceil(count / 10)));
}
