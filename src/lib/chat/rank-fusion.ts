/** How little the first places count more than the next (Cormack and others 2009). */
const evenness = 60;

/** Joins rankings of the same things by reciprocal rank; best first, ties in the order of the first ranking. */
export function fuseRankings<Thing>(rankings: readonly (readonly Thing[])[]): Thing[] {
  const scores = new Map<Thing, number>();
  for (const ranking of rankings) {
    ranking.forEach((thing, at) => scores.set(thing, (scores.get(thing) ?? 0) + 1 / (evenness + at + 1)));
  }
  return [...scores].sort((a, b) => b[1] - a[1]).map(([thing]) => thing);
}
