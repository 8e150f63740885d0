import type { CborReader } from './cbor.ts';
import { GrowingArray } from './growing-array.ts';

/**
 * Every word's pages and positions in flat arrays: word `w` has the postings `postingStart[w]` up to
 * `postingStart[w + 1]`, posting `p` the positions `positionStart[p]` up to `positionStart[p + 1]`.
 */
export type InvertedIndex = {
  /** Stems in ascending order. */
  words: string[];
  postingStart: Uint32Array;
  /** Page of each posting, ascending within a word. */
  pages: Uint32Array;
  /** Occurrences, those in headings and emphasised blocks counting more. */
  strengths: Float32Array;
  /** 1 where the word stands in the page's title. */
  inTitle: Uint8Array;
  positionStart: Uint32Array;
  /** Places among the page's white-space separated words, ascending within a posting. */
  positions: Uint32Array;
  /** Number of words in each page's title. */
  titleWords: Uint16Array;
};

/** One language's chunks; its pages are counted from `firstPage`. */
type IndexSource = { chunks: Iterable<CborReader>; firstPage: number; titleField: number };

type Posting = { strength: number; inTitle: boolean; positions: number[] };
type Target = { source: IndexSource; titleWords: Uint16Array; builder: PostingsBuilder };

/** Pagefind's weight of plain text outside any heading, and the one it assumes until told otherwise. */
const plainWeight = 24;
const firstWeight = 25;
const highestStrength = 4;

/** Reads the chunks of all languages into one index. A form with diacritics counts as the plain word. */
export function readInvertedIndex(sources: Iterable<IndexSource>, pageCount: number): InvertedIndex {
  const titleWords = new Uint16Array(pageCount);
  const builder = new PostingsBuilder();
  for (const source of sources) {
    for (const reader of source.chunks) readChunkWords(reader, { source, titleWords, builder });
  }
  return { ...builder.finish(), titleWords };
}

function readChunkWords(reader: CborReader, target: Target): void {
  reader.array();
  for (let words = reader.array(); words > 0; words--) {
    const items = reader.array();
    const word = reader.text();
    const postings = new Map<number, Posting>();
    readPostings(reader, target, postings);
    for (let variants = items >= 3 ? reader.array() : 0; variants > 0; variants--) {
      reader.array();
      reader.text();
      readPostings(reader, target, postings);
    }
    target.builder.add(word, postings);
  }
}

/** Pages are steps from the one before. */
function readPostings(
  reader: CborReader,
  { source, titleWords }: Target,
  postings: Map<number, Posting>,
): void {
  let page = source.firstPage;
  for (let pages = reader.array(); pages > 0; pages--) {
    const items = reader.array();
    page += reader.integer();
    if (page >= titleWords.length) throw new RangeError('a word stands on a page that does not exist');
    const posting = postings.get(page) ?? { strength: 0, inTitle: false, positions: [] };
    postings.set(page, posting);
    readPositions(reader, posting);
    if (items < 3) continue;
    const last = readLastTitlePlace(reader, source.titleField);
    if (last < 0) continue;
    posting.inTitle = true;
    titleWords[page] = Math.max(titleWords[page] ?? 0, last + 1);
  }
}

/** A negative number sets the weight of the places after it; places are steps from the one before. */
function readPositions(reader: CborReader, posting: Posting): void {
  let weight = firstWeight;
  let position = 0;
  for (let left = reader.array(); left > 0; left--) {
    const number = reader.integer();
    if (number < 0) {
      weight = -number - 1;
      position = 0;
      continue;
    }
    position += number;
    posting.positions.push(position);
    posting.strength += Math.min(weight / plainWeight, highestStrength);
  }
}

/** @returns the last place in the title, or -1; a negative number names the field of the places after it */
function readLastTitlePlace(reader: CborReader, titleField: number): number {
  let field = 0;
  let place = 0;
  let last = -1;
  for (let left = reader.array(); left > 0; left--) {
    const number = reader.integer();
    if (number < 0) {
      field = -number - 1;
      place = 0;
      continue;
    }
    place += number;
    if (field === titleField) last = place;
  }
  return last;
}

class PostingsBuilder {
  /** For each word the first and last posting of each language's run. */
  readonly #runs = new Map<string, number[]>();
  readonly #pages = new GrowingArray((length) => new Uint32Array(length));
  readonly #strengths = new GrowingArray((length) => new Float32Array(length));
  readonly #inTitle = new GrowingArray((length) => new Uint8Array(length));
  readonly #positionStart = new GrowingArray((length) => new Uint32Array(length));
  readonly #positions = new GrowingArray((length) => new Uint32Array(length));

  add(word: string, postings: ReadonlyMap<number, Posting>): void {
    const runs = this.#runs.get(word) ?? [];
    this.#runs.set(word, runs);
    runs.push(this.#pages.length);
    for (const [page, posting] of [...postings].sort(([a], [b]) => a - b)) {
      this.#pages.push(page);
      this.#strengths.push(posting.strength);
      this.#inTitle.push(posting.inTitle ? 1 : 0);
      this.#positionStart.push(this.#positions.length);
      for (const position of posting.positions.sort((a, b) => a - b)) this.#positions.push(position);
    }
    runs.push(this.#pages.length);
  }

  /** Puts the words in order; a word that several languages have gets one run of postings. */
  finish(): Omit<InvertedIndex, 'titleWords'> {
    const words = [...this.#runs.keys()].sort((a, b) => (a < b ? -1 : 1));
    const order = new Uint32Array(this.#pages.length);
    const postingStart = new Uint32Array(words.length + 1);
    let filled = 0;
    words.forEach((word, index) => {
      const runs = this.#runs.get(word) ?? [];
      for (let run = 0; run < runs.length; run += 2) {
        const end = runs[run + 1] ?? 0;
        for (let posting = runs[run] ?? 0; posting < end; posting++) order[filled++] = posting;
      }
      postingStart[index + 1] = filled;
    });
    return { words, postingStart, ...this.#inOrder(order) };
  }

  #inOrder(order: Uint32Array) {
    const pages = this.#pages.finish();
    const strengths = this.#strengths.finish();
    const inTitle = this.#inTitle.finish();
    const starts = this.#positionStart.finish();
    const places = this.#positions.finish();
    const positions = new Uint32Array(places.length);
    const positionStart = new Uint32Array(order.length + 1);
    let filled = 0;
    order.forEach((from, to) => {
      const run = places.subarray(starts[from], starts[from + 1] ?? places.length);
      positions.set(run, filled);
      filled += run.length;
      positionStart[to + 1] = filled;
    });
    return {
      pages: order.map((from) => pages[from] ?? 0),
      strengths: Float32Array.from(order, (from) => strengths[from] ?? 0),
      inTitle: Uint8Array.from(order, (from) => inTitle[from] ?? 0),
      positionStart,
      positions,
    };
  }
}
