import { stem } from '#lib/i18n/words.ts';
import { isCode } from './codes.ts';
import { bitCount, letterMask, slipCost } from './spelling.ts';

type Words = {
  /** Stems in ascending order. */
  stems: readonly string[];
  /** Words as authors write them, in ascending order, with their stem and the number of pages that have them. */
  spellings: readonly string[];
  spellingStems: Uint32Array;
  spellingPages: Uint32Array;
};

type Suggestion = { word: string; cost: number };

const minLength = 4;
/** The maximum cost of a correction by word length. */
const maxCosts = [
  { length: 8, cost: 2 },
  { length: 6, cost: 1.5 },
  { length: 0, cost: 1 },
];
/** How much each doubling of a word's page count reduces its cost. */
const frequencyShare = 0.08;

/** The stems and spellings of an index, with prefix search and suggestions for mistyped words. */
export class Vocabulary {
  readonly #words: Words;
  /** Candidates for corrections, words of the pages first. */
  readonly #candidates: readonly string[];
  readonly #masks: Int32Array;

  /** @param extraWords synonyms that no page has; they can be suggested too */
  constructor(words: Words, extraWords: readonly string[] = []) {
    this.#words = words;
    this.#candidates = [...words.spellings, ...extraWords.filter((word) => !this.isSpelling(word))];
    this.#masks = Int32Array.from(this.#candidates, letterMask);
  }

  /** @returns the number of the stem in the index, or -1 */
  stemNumber(stemmed: string): number {
    return findIn(this.#words.stems, stemmed);
  }

  /** Whether an author wrote the word in this form. */
  isSpelling(word: string): boolean {
    return findIn(this.#words.spellings, word) >= 0;
  }

  /** Whether a page has the word in any form. */
  has(word: string): boolean {
    return this.stemNumber(stem(word)) >= 0;
  }

  /** @returns the stems that have the prefix, and those of spellings that have it */
  stemsWithPrefix(prefix: string): Set<number> {
    const { stems, spellings, spellingStems } = this.#words;
    const found = new Set<number>();
    for (let at = lowerBound(stems, prefix); stems[at]?.startsWith(prefix); at++) found.add(at);
    for (let at = lowerBound(spellings, prefix); spellings[at]?.startsWith(prefix); at++) {
      found.add(spellingStems[at] ?? 0);
    }
    return found;
  }

  /** Returns the words that have the form of a course code. */
  codes(): string[] {
    return this.#words.stems.filter(isCode);
  }

  /** Returns words spread over the whole alphabet. */
  sample(count: number): string[] {
    const { spellings } = this.#words;
    const step = Math.max(1, Math.floor(spellings.length / count));
    return spellings.filter((_word, at) => at % step === 0).slice(0, count);
  }

  /** Suggests corrections, the cheapest first. Words on many pages cost less. */
  suggest(word: string, count: number): Suggestion[] {
    if (word.length < minLength) return [];
    const limit = maxCosts.find(({ length }) => word.length >= length)?.cost ?? 1;
    const maxLetters = 2 * Math.ceil(limit);
    const mask = letterMask(word);
    const found: Suggestion[] = [];
    for (const [at, candidate] of this.#candidates.entries()) {
      if (bitCount(mask ^ (this.#masks[at] ?? 0)) > maxLetters) continue;
      const cost = slipCost(word, candidate, limit);
      if (cost === Infinity) continue;
      const pages = this.#words.spellingPages[at] ?? 0;
      found.push({ word: candidate, cost: cost - frequencyShare * Math.log2(1 + pages) });
    }
    return found.sort((a, b) => a.cost - b.cost || (a.word < b.word ? -1 : 1)).slice(0, count);
  }
}

function findIn(sorted: readonly string[], wanted: string): number {
  const at = lowerBound(sorted, wanted);
  return sorted[at] === wanted ? at : -1;
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
