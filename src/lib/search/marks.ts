/** A word of a page that matches a part of a query. */
export type Mark = {
  /** Counted in words. */
  position: number;
  /** The number of the part. */
  part: number;
  /** How much it says about the query: 1 on average, more for a rare word, less for another word with its meaning. */
  weight: number;
};

/** Adds up the weights of the parts that are marked. */
export function weightOf(marks: readonly Mark[]): number {
  const parts = new Map<number, number>();
  for (const { part, weight } of marks) parts.set(part, Math.max(weight, parts.get(part) ?? 0));
  return [...parts.values()].reduce((sum, weight) => sum + weight, 0);
}
