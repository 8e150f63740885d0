/** Costs of common typing mistakes. Any other change of a letter costs 1. */
const swapCost = 0.6;
const doubledCost = 0.5;
const neighbourKeyCost = 0.6;
const vowelCost = 0.7;
const firstLetterCost = 0.5;

const vowels = 'aeiouy';
const keyRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** Horizontal offset of each row of keys, in keys. */
const rowOffsets = [0, 0.25, 0.75];

/**
 * Computes a weighted edit distance. Mistakes with doubled letters, vowels or adjacent keys, and swaps of neighbouring
 * letters, cost less.
 * @returns the cost, or Infinity if it is over the limit
 */
export function slipCost(typed: string, meant: string, limit: number): number {
  if (Math.abs(typed.length - meant.length) > limit * 2) return Infinity;
  let beforeLast: number[] = [];
  const insertions = [0];
  let last = [0];
  for (let column = 1; column <= meant.length; column++) {
    const insertion = gapCost(meant, column);
    insertions.push(insertion);
    last.push((last[column - 1] ?? 0) + insertion);
  }
  for (let row = 1; row <= typed.length; row++) {
    const removal = gapCost(typed, row);
    const current = [(last[0] ?? 0) + removal];
    let lowest = current[0] ?? 0;
    for (let column = 1; column <= meant.length; column++) {
      let cost = Math.min(
        (last[column] ?? 0) + removal,
        (current[column - 1] ?? 0) + (insertions[column] ?? 0),
        (last[column - 1] ?? 0) + replacementCost(typed[row - 1] ?? '', meant[column - 1] ?? ''),
      );
      if (isSwap(typed, meant, { row, column }))
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + swapCost);
      current.push(cost);
      if (cost < lowest) lowest = cost;
    }
    if (lowest > limit) return Infinity;
    beforeLast = last;
    last = current;
  }
  const cost = (last[meant.length] ?? Infinity) + (typed[0] === meant[0] ? 0 : firstLetterCost);
  return cost <= limit ? cost : Infinity;
}

/** Returns the cost of inserting or deleting the letter at a position, counted from 1. */
function gapCost(word: string, place: number): number {
  const letter = word[place - 1] ?? '';
  if (letter === word[place - 2]) return doubledCost;
  return vowels.includes(letter) ? vowelCost : 1;
}

/** Costs for every pair of letters from a to z. */
const replacementCosts = Float32Array.from({ length: 26 * 26 }, (_cost, at) =>
  computeReplacementCost(letterAt(Math.floor(at / 26)), letterAt(at % 26)),
);

function letterAt(number: number): string {
  return String.fromCharCode(97 + number);
}

function replacementCost(typed: string, meant: string): number {
  if (typed === meant) return 0;
  const [one, other] = [typed.charCodeAt(0) - 97, meant.charCodeAt(0) - 97];
  const areLetters = one >= 0 && one < 26 && other >= 0 && other < 26;
  return areLetters ? (replacementCosts[one * 26 + other] ?? 1) : 1;
}

function computeReplacementCost(typed: string, meant: string): number {
  if (vowels.includes(typed) && vowels.includes(meant)) return vowelCost;
  return areNeighbourKeys(typed, meant) ? neighbourKeyCost : 1;
}

function areNeighbourKeys(one: string, other: string): boolean {
  const [a, b] = [keyOf(one), keyOf(other)];
  return (
    a !== undefined && b !== undefined && Math.abs(a.row - b.row) <= 1 && Math.abs(a.place - b.place) <= 1
  );
}

function keyOf(letter: string): { row: number; place: number } | undefined {
  const row = keyRows.findIndex((keys) => keys.includes(letter));
  return row < 0 ? undefined : { row, place: (keyRows[row]?.indexOf(letter) ?? 0) + (rowOffsets[row] ?? 0) };
}

function isSwap(a: string, b: string, { row, column }: { row: number; column: number }): boolean {
  return (
    row > 1 &&
    column > 1 &&
    a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
    a.charCodeAt(row - 2) === b.charCodeAt(column - 1)
  );
}

/** Sets a bit for each letter in the word. One edit changes at most two bits. */
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
