/**
 * The candidate that `word` was most likely meant to be, or undefined when none is close: within a third of
 * its length, unless `allowed` says how many characters may differ.
 */
export function findClosest(
  word: string,
  candidates: Iterable<string>,
  allowed = word.length < 3 ? 0 : Math.floor(word.length / 3),
): string | undefined {
  let best: string | undefined;
  let least = allowed + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), least);
    if (distance >= least) continue;
    best = candidate;
    least = distance;
  }
  return best;
}

/**
 * How to fix a name that nothing has: the one that was meant, or all that there are when they are few.
 */
export function suggestFix(word: string, candidates: Iterable<string>, otherwise: string): string {
  const all = [...candidates];
  const meant = findClosest(word, all);
  if (meant !== undefined) return `did you mean ${meant}?`;
  return all.length > 0 && all.length <= 12 ? `use one of ${all.join(', ')}` : otherwise;
}

/**
 * Inserted, deleted, replaced and swapped characters between two words (optimal string alignment);
 * counting ends at `limit`.
 */
function editDistance(left: string, right: string, limit: number): number {
  const start = sharedStart(left, right);
  const a = left.slice(start);
  const b = right.slice(start);
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    if (Math.min(...current) > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}

/** How many characters to pass over: one less than are the same, since the last may have been swapped. */
function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return Math.max(0, length - 1);
}
