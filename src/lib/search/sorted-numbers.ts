/** Binary search. @returns the index of the first number that is not less than the value */
export function lowerBoundOf(
  sorted: Uint32Array,
  value: number,
  { from = 0, to = sorted.length }: { from?: number; to?: number } = {},
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function includesNumber(sorted: Uint32Array, value: number): boolean {
  return sorted[lowerBoundOf(sorted, value)] === value;
}

/** Whether a number in `after` follows one in `before` at a distance of 1 to `reach`. */
export function hasNeighbours(before: Uint32Array, after: Uint32Array, reach: number): boolean {
  let at = 0;
  for (const place of before) {
    while (at < after.length && (after[at] ?? 0) <= place) at++;
    if (at === after.length) return false;
    if ((after[at] ?? 0) <= place + reach) return true;
  }
  return false;
}

/** Whether the lists of positions, one for each word, contain a sequence of adjacent positions. */
export function hasSequence([first, ...rest]: readonly Uint32Array[]): boolean {
  if (!first) return false;
  for (const start of first) {
    let place = start;
    const follows = rest.every((run) => {
      // The parts of a hyphenated word have the same position.
      if (includesNumber(run, place + 1)) place += 1;
      else if (!includesNumber(run, place)) return false;
      return true;
    });
    if (follows) return true;
  }
  return false;
}
