const MOST_EDITS = 600;

/**
 * Returns the words of `before` outside a longest common subsequence with `after` (Myers, "An O(ND) Difference
 * Algorithm", 1986). If more than 600 words differ, all words between the common start and end count as different.
 */
export function diffWords(before: string[], after: string[]): string[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const old = before.slice(start, before.length - end);
  const trace = findEdits(old, after.slice(start, after.length - end));
  return trace ? missingWords(old, after.length - end - start, trace) : old;
}

/** The furthest position on each diagonal for each number of edits, until one reaches the end. */
function findEdits(before: string[], after: string[]): Map<number, number>[] | null {
  const reach = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  const most = Math.min(MOST_EDITS, before.length + after.length);
  for (let edits = 0; edits <= most; edits += 1) {
    trace.push(new Map(reach));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = stepInto(reach, diagonal, edits);
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      reach.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return trace;
    }
  }
  return null;
}

function stepInto(reach: Map<number, number>, diagonal: number, edits: number): number {
  return insertsInto(reach, diagonal, edits)
    ? (reach.get(diagonal + 1) ?? 0)
    : (reach.get(diagonal - 1) ?? 0) + 1;
}

function insertsInto(reach: Map<number, number>, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1);
}

function missingWords(before: string[], afterLength: number, trace: Map<number, number>[]): string[] {
  const missing: string[] = [];
  let diagonal = before.length - afterLength;
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    const reach = trace[edits];
    if (!reach) break;
    if (insertsInto(reach, diagonal, edits)) {
      diagonal += 1;
    } else {
      missing.push(before[reach.get(diagonal - 1) ?? 0] ?? '');
      diagonal -= 1;
    }
  }
  return missing.reverse();
}
