import { foldText } from '#lib/http/client-text.ts';
import { bitCount, editDistance, letterMask } from './spelling.ts';
import { stem } from './words.ts';

/** A word as authors write it, and how much of a slip the typed one would be. */
type Suggestion = { word: string; pages: number; distance: number };

type Range = { from: number; to: number };

/** The stems of the index beside the words that authors wrote, both in ascending order. */
export class Vocabulary {
  readonly #stems: readonly string[];
  readonly #spellings: string[];
  /** For each spelling: its stem's number, how many pages have it, and its letters. */
  readonly #stemOf: Uint32Array;
  readonly #pages: Uint32Array;
  readonly #masks: Int32Array;

  /** @param written words with the number of pages that have them; those without a stem are passed over */
  constructor(stems: readonly string[], written: Iterable<readonly [word: string, pages: number]>) {
    this.#stems = stems;
    const known = new Map<string, { stem: number; pages: number }>();
    for (const [word, pages] of written) {
      const folded = foldText(word);
      const number = this.stemNumber(stem(folded));
      if (number < 0) continue;
      known.set(folded, { stem: number, pages: Math.max(pages, known.get(folded)?.pages ?? 0) });
    }
    this.#spellings = [...known.keys()].sort((a, b) => (a < b ? -1 : 1));
    this.#stemOf = Uint32Array.from(this.#spellings, (word) => known.get(word)?.stem ?? 0);
    this.#pages = Uint32Array.from(this.#spellings, (word) => known.get(word)?.pages ?? 0);
    this.#masks = Int32Array.from(this.#spellings, letterMask);
  }

  /** @returns the number of the stem in the index, or -1 */
  stemNumber(stemmed: string): number {
    const at = lowerBound(this.#stems, stemmed);
    return this.#stems[at] === stemmed ? at : -1;
  }

  /** @returns the stems of all words that begin so, as stem or as written */
  stemsWithPrefix(prefix: string): Set<number> {
    const found = new Set<number>();
    const stems = prefixRange(this.#stems, prefix);
    for (let at = stems.from; at < stems.to; at++) found.add(at);
    const spellings = prefixRange(this.#spellings, prefix);
    for (let at = spellings.from; at < spellings.to; at++) found.add(this.#stemOf[at] ?? 0);
    return found;
  }

  /** Words spread over the whole alphabet. */
  sample(count: number): string[] {
    const step = Math.max(1, Math.floor(this.#spellings.length / count));
    return this.#spellings.filter((_word, at) => at % step === 0).slice(0, count);
  }

  /** Pages that have exactly this spelling. */
  pagesWith(word: string): number {
    const at = lowerBound(this.#spellings, word);
    return this.#spellings[at] === word ? (this.#pages[at] ?? 0) : 0;
  }

  /** The likeliest words that were meant: fewest edits, then the same beginning, then the most pages. */
  suggest(word: string, most: number): Suggestion[] {
    if (word.length < 3) return [];
    const limit = word.length < 6 ? 1 : 2;
    const mask = letterMask(word);
    const found: (Suggestion & { rank: number })[] = [];
    for (let at = 0; at < this.#spellings.length; at++) {
      if (bitCount(mask ^ (this.#masks[at] ?? 0)) > 2 * limit) continue;
      const candidate = this.#spellings[at] ?? '';
      const distance = editDistance(word, candidate, limit);
      if (distance > limit || distance === 0) continue;
      const pages = this.#pages[at] ?? 0;
      const strange = candidate[0] === word[0] ? 0 : 0.7;
      found.push({ word: candidate, pages, distance, rank: distance + strange - Math.log2(1 + pages) / 16 });
    }
    found.sort((a, b) => a.rank - b.rank || (a.word < b.word ? -1 : 1));
    return found
      .slice(0, most)
      .map(({ word: spelled, pages, distance }) => ({ word: spelled, pages, distance }));
  }
}

function prefixRange(sorted: readonly string[], prefix: string): Range {
  return { from: lowerBound(sorted, prefix), to: lowerBound(sorted, `${prefix}\uffff`) };
}

function lowerBound(sorted: readonly string[], wanted: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
