import { pageIndexVersion, type PageIndex } from '#lib/build-format/page-index-format.ts';
import { stem } from '#lib/i18n/words.ts';
import { buildPageIndex, createTokenReader, PageWords, toStarts } from './build-page-index.ts';
import type { PagefindPage } from './pagefind-pages.ts';

type PageChanges = {
  /** New and changed pages, sorted by path. */
  changed: readonly PagefindPage[];
  /** Addresses of removed pages. */
  removed: readonly string[];
};

/** An index with the numbers of its pages in the merged index, in ascending order; -1 for pages that are left out. */
type Source = { index: PageIndex; numbers: Int32Array };

/**
 * Replaces and removes pages of an index. The result equals an index of all pages, but takes a fraction of the time and
 * memory, since only changed pages are split into words.
 */
export function updatePageIndex(last: PageIndex, { changed, removed }: PageChanges): PageIndex {
  const left = new Set([...removed, ...changed.map(({ path }) => path)]);
  const outdated = [...last.pages.keys()].filter((number) => left.has(last.pages[number]?.path ?? ''));
  const added = buildPageIndex(changed);
  const order = [
    ...last.pages.map(({ path }, number) => ({ index: last, number, path })),
    ...added.pages.map(({ path }, number) => ({ index: added, number, path })),
  ]
    .filter(({ index, path }) => index === added || !left.has(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const numbersOf = (index: PageIndex) => {
    const numbers = new Int32Array(index.pages.length).fill(-1);
    for (const [at, page] of order.entries()) if (page.index === index) numbers[page.number] = at;
    return { index, numbers };
  };
  const { stems, ...postings } = mergePostings(numbersOf(last), numbersOf(added));
  const stemNumbers = new Map(stems.map((each, number) => [each, number]));
  const spellings = mergeSpellings(last, added, outdated);
  const sections = order.map(({ index, number }) =>
    index.sections.subarray(index.sectionStart[number], index.sectionStart[number + 1]),
  );
  return {
    version: pageIndexVersion,
    pages: order.flatMap(({ index, number }) => index.pages[number] ?? []),
    lengths: Uint32Array.from(order, ({ index, number }) => index.lengths[number] ?? 0),
    titleLengths: Uint16Array.from(order, ({ index, number }) => index.titleLengths[number] ?? 0),
    stems,
    ...postings,
    spellings: spellings.map(([word]) => word),
    spellingStems: Uint32Array.from(spellings, ([word]) => stemNumbers.get(stem(word)) ?? 0),
    spellingPages: Uint32Array.from(spellings, ([, count]) => count),
    sections: Buffer.concat(sections),
    sectionStart: toStarts(sections.map(({ length }) => length)),
  };
}

/** Returns the spellings in ascending order, with the number of pages that contain each. */
function mergeSpellings(last: PageIndex, added: PageIndex, outdated: readonly number[]) {
  const counts = new Map(last.spellings.map((word, at) => [word, last.spellingPages[at] ?? 0]));
  const count = (word: string, pages: number) => counts.set(word, (counts.get(word) ?? 0) + pages);
  const readToken = createTokenReader();
  for (const number of outdated) {
    for (const word of new PageWords(readPage(last, number), readToken).spellings) count(word, -1);
  }
  for (const [at, word] of added.spellings.entries()) count(word, added.spellingPages[at] ?? 0);
  return [...counts].filter(([, pages]) => pages > 0).sort(([a], [b]) => (a < b ? -1 : 1));
}

function readPage({ pages, sections, sectionStart }: PageIndex, number: number): PagefindPage {
  const page = pages[number];
  if (!page) throw new Error(`The search index has no page ${number}`);
  const bytes = sections.subarray(sectionStart[number], sectionStart[number + 1]);
  return {
    ...page,
    sections: JSON.parse(new TextDecoder().decode(bytes)) as PagefindPage['sections'],
  };
}

function mergePostings(kept: Source, added: Source) {
  const merged = new MergedPostings([kept, added]);
  const keptNumbers = new Map(kept.index.stems.map((word, number) => [word, number]));
  const addedNumbers = new Map(added.index.stems.map((word, number) => [word, number]));
  const all = [...new Set([...kept.index.stems, ...added.index.stems])].sort((a, b) => (a < b ? -1 : 1));
  for (const word of all) {
    const waiting = rangeOf(added, addedNumbers.get(word));
    const from = rangeOf(kept, keptNumbers.get(word));
    while (from.at < from.end || waiting.at < waiting.end) {
      if (pageAt(added, waiting) < pageAt(kept, from)) merged.add(added, waiting.at++);
      else merged.add(kept, from.at++);
    }
    merged.endWord(word);
  }
  return merged.arrays();
}

type Range = { at: number; end: number };

function rangeOf({ index }: Source, word: number | undefined): Range {
  if (word === undefined) return { at: 0, end: 0 };
  return { at: index.postingStart[word] ?? 0, end: index.postingStart[word + 1] ?? 0 };
}

/** The page of the next posting in the merged index. */
function pageAt({ index, numbers }: Source, { at, end }: Range): number {
  return at < end ? (numbers[index.postingPages[at] ?? 0] ?? -1) : Infinity;
}

/** Appends postings to the arrays of a merged index. */
class MergedPostings {
  readonly #stems: string[] = [];
  readonly #starts = [0];
  readonly #pages: Uint32Array;
  readonly #strengths: Float32Array;
  readonly #fields: Uint8Array;
  readonly #positionStart: Uint32Array;
  readonly #positions: Uint32Array;
  #postings = 0;
  #filled = 0;

  constructor(sources: readonly Source[]) {
    let postings = 0;
    let positions = 0;
    for (const { index, numbers } of sources) {
      for (const [posting, page] of index.postingPages.entries()) {
        if (numbers[page] === -1) continue;
        postings += 1;
        positions += (index.positionStart[posting + 1] ?? 0) - (index.positionStart[posting] ?? 0);
      }
    }
    this.#pages = new Uint32Array(postings);
    this.#strengths = new Float32Array(postings);
    this.#fields = new Uint8Array(postings);
    this.#positionStart = new Uint32Array(postings + 1);
    this.#positions = new Uint32Array(positions);
  }

  /** Appends a posting unless its page is left out. */
  add({ index, numbers }: Source, posting: number): void {
    const page = numbers[index.postingPages[posting] ?? 0] ?? -1;
    if (page === -1) return;
    const to = this.#postings++;
    this.#pages[to] = page;
    this.#strengths[to] = index.strengths[posting] ?? 0;
    this.#fields[to] = index.fields[posting] ?? 0;
    const end = index.positionStart[posting + 1] ?? 0;
    for (let at = index.positionStart[posting] ?? 0; at < end; at++)
      this.#positions[this.#filled++] = index.positions[at] ?? 0;
    this.#positionStart[to + 1] = this.#filled;
  }

  /** Finishes a word. Leaves out a word without postings. */
  endWord(word: string): void {
    if (this.#starts.at(-1) === this.#postings) return;
    this.#stems.push(word);
    this.#starts.push(this.#postings);
  }

  arrays() {
    return {
      stems: this.#stems,
      postingStart: Uint32Array.from(this.#starts),
      postingPages: this.#pages,
      strengths: this.#strengths,
      fields: this.#fields,
      positionStart: this.#positionStart,
      positions: this.#positions,
    };
  }
}
