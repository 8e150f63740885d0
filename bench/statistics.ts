export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** @param share such as .99 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns the 95 % interval of a share (Wilson, 1927). */
export function intervalOf(hits: number, count: number): [number, number] {
  const z = 1.96;
  const share = hits / count;
  const middle = share + z ** 2 / (2 * count);
  const reach = z * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2));
  const whole = 1 + z ** 2 / count;
  return [(middle - reach) / whole, (middle + reach) / whole];
}
