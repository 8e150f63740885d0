/**
 * Optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours.
 * @returns the distance, or `limit + 1` as soon as it is known to be larger than the limit
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let lowest = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(column - 1);
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (isSwap(a, b, { row, column })) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
      if (cost < lowest) lowest = cost;
    }
    if (lowest > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[b.length] ?? limit + 1, limit + 1);
}

function isSwap(a: string, b: string, { row, column }: { row: number; column: number }): boolean {
  return (
    row > 1 &&
    column > 1 &&
    a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
    a.charCodeAt(row - 2) === b.charCodeAt(column - 1)
  );
}

/** A bit for each letter in the word: an edit changes at most two of them. */
export function letterMask(word: string): number {
  let mask = 0;
  for (let index = 0; index < word.length; index++) mask |= 1 << (word.charCodeAt(index) & 31);
  return mask;
}

export function bitCount(mask: number): number {
  let bits = mask - ((mask >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
