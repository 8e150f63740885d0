import { LCS } from 'node-diff3';

/** How the words of an entry compare with those of its source. */
type WordCount = {
  /** The words of the source, without those of parts that were left out on purpose. */
  words: number;
  kept: number;
  /** Words of parts that were left out on purpose. */
  leftOut: number;
  /** The first missing runs of words, each with the words around it: `the boats **leave at noon** from the`. */
  missing: readonly string[];
};

const enough = 0.98;

/** Whether so many words are missing that an editor should look at the entry before it is public. */
export function isIncomplete({ words, kept }: WordCount): boolean {
  return kept < enough * words;
}

const shownRuns = 3;
const maxShown = 12;
const around = 4;
/** Of the table of a comparison: pairs of words between two common ones. */
const maxPairs = 4_000_000;

/**
 * Compares the words of a source with those of its entry, in their order.
 * @param parts the words of each part that was left out on purpose; they count as such where they are missing
 */
export function compareWords(
  source: readonly string[],
  entry: readonly string[],
  parts: readonly (readonly string[])[],
): WordCount {
  const lower = (words: readonly string[]) => words.map((word) => word.toLowerCase());
  const isMissing = findMissing(lower(source), lower(entry));
  const leftOut = takeParts(lower(source), isMissing, parts.map(lower));
  const lost = isMissing.filter(Boolean).length;
  const words = source.length - leftOut;
  return { words, kept: words - lost, leftOut, missing: listRuns(source, isMissing) };
}

/** Which words of the first list are outside a common subsequence with the second. */
export function findMissing(before: readonly string[], after: readonly string[]): boolean[] {
  const isMissing = before.map(() => true);
  const open = [{ from: 0, to: before.length, start: 0, end: after.length }];
  for (let part = open.pop(); part; part = open.pop()) {
    let { from, to, start, end } = part;
    while (from < to && start < end && before[from] === after[start]) {
      isMissing[from] = false;
      from += 1;
      start += 1;
    }
    while (from < to && start < end && before[to - 1] === after[end - 1]) {
      to -= 1;
      end -= 1;
      isMissing[to] = false;
    }
    if (from === to || start === end) continue;
    const [gap, filled] = [before.slice(from, to), after.slice(start, end)];
    // The same letters, cut into words in another way.
    if (gap.join('') === filled.join('')) {
      isMissing.fill(false, from, to);
      continue;
    }
    const anchors = findAnchors(gap, filled);
    const common = anchors.length > 0 ? anchors : alignTable(gap, filled);
    if (common.length === 0) continue;
    let [last, lastAfter] = [from, start];
    for (const [at, other] of [...common, [to - from, end - start] as const]) {
      open.push({ from: last, to: from + at, start: lastAfter, end: start + other });
      if (at < to - from) isMissing[from + at] = false;
      [last, lastAfter] = [from + at + 1, start + other + 1];
    }
  }
  return isMissing;
}

type Pair = readonly [before: number, after: number];

/** The words that occur once in both lists, as far as they stand in the same order: a patience diff. */
function findAnchors(before: readonly string[], after: readonly string[]): Pair[] {
  const other = listUnique(after);
  const pairs = [...listUnique(before)].flatMap(([word, at]): Pair[] => {
    const found = other.get(word);
    return found === undefined ? [] : [[at, found]];
  });
  const tails: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, [, at]] of pairs.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    previous.push(tails[low - 1]);
    tails[low] = index;
  }
  const chain: Pair[] = [];
  for (let at = tails.at(-1); at !== undefined; at = previous[at]) chain.push(pairs[at] ?? [0, 0]);
  return chain.reverse();
}

/** The places of the words that occur once, in order. */
function listUnique(words: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [at, word] of words.entries()) places.set(word, places.has(word) ? -1 : at);
  return new Map([...places].filter(([, at]) => at !== -1));
}

/** A longest common subsequence. Nothing is common in parts that are too long to compare. */
function alignTable(before: readonly string[], after: readonly string[]): Pair[] {
  if (before.length * after.length > maxPairs) return [];
  const pairs: Pair[] = [];
  for (let each = LCS([...before], [...after]); each.chain; each = each.chain)
    pairs.push([each.buffer1index, each.buffer2index]);
  return pairs.reverse();
}

/** Marks the missing words of parts as not missing. @returns how many there are */
function takeParts(
  words: readonly string[],
  isMissing: boolean[],
  parts: readonly (readonly string[])[],
): number {
  const places = Map.groupBy(
    [...words.keys()].filter((at) => isMissing[at]),
    (at) => words[at],
  );
  const isWhole = (part: readonly string[], at: number) =>
    part.every((word, next) => words[at + next] === word && isMissing[at + next]);
  let count = 0;
  const take = (at: number) => {
    if (!isMissing[at]) return;
    isMissing[at] = false;
    count += 1;
  };
  for (const part of parts) {
    const whole = places.get(part[0])?.find((at) => isWhole(part, at));
    if (whole !== undefined) for (const next of part.keys()) take(whole + next);
    else for (const word of part) take(places.get(word)?.find((at) => isMissing[at]) ?? -1);
  }
  return count;
}

function listRuns(words: readonly string[], isMissing: readonly boolean[]): string[] {
  const runs: string[] = [];
  for (
    let at = isMissing.indexOf(true);
    at !== -1 && runs.length < shownRuns;
    at = isMissing.indexOf(true, at)
  ) {
    const end = isMissing.indexOf(false, at) === -1 ? words.length : isMissing.indexOf(false, at);
    const run = words.slice(at, Math.min(end, at + maxShown)).join(' ');
    const more = end - at > maxShown ? ' …' : '';
    const [before, after] = [words.slice(Math.max(0, at - around), at), words.slice(end, end + around)];
    runs.push([...before, `**${run}${more}**`, ...after].join(' '));
    at = end;
  }
  return runs;
}
