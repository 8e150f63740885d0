/** The minimum numbers of runs: fewer would find few errors. */
const fewest = { again: 40, fresh: 100 };

/**
 * Returns how often to test a property with random values: the full count in `npm run soak`, which sets PROPERTY_RUNS to
 * `whole`; a tenth in `npm run test:full`, which sets PROPERTY_SEED to `fresh`; a twentieth in `npm test`, where the values
 * are the same each time.
 */
export function runsOf(count: number): number {
  if (process.env['PROPERTY_RUNS'] === 'whole') return count;
  const [part, least] = process.env['PROPERTY_SEED'] === 'fresh' ? [10, fewest.fresh] : [20, fewest.again];
  return Math.min(count, Math.max(least, Math.ceil(count / part)));
}
