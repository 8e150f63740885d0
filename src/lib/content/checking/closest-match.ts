/** The candidate with the fewest edits from `word`, ignoring case. By default, a third of its characters may differ. */
export function findClosest(
  word: string,
  candidates: Iterable<string>,
  maxEdits = word.length < 3 ? 0 : Math.floor(word.length / 3),
): string | undefined {
  let best: string | undefined;
  let limit = maxEdits + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= limit) continue;
    const edits = countEdits(word.toLowerCase(), candidate.toLowerCase(), limit);
    if (edits >= limit) continue;
    best = candidate;
    limit = edits;
  }
  return best;
}

/** Suggests the closest name, or lists all names if there are few. */
export function suggestFix(word: string, names: readonly string[], otherwise: string): string {
  const meant = findClosest(word, names);
  if (meant !== undefined) return `did you mean ${meant}?`;
  if (names.length === 1) return `use ${names[0]}`;
  return names.length > 0 && names.length <= 12 ? `use one of ${names.join(', ')}` : otherwise;
}

/** Optimal string alignment distance: counts inserted, deleted, replaced and swapped characters, up to `limit`. */
function countEdits(a: string, b: string, limit: number): number {
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
