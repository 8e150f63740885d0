import {
  inHeading,
  inKeywords,
  inTitle,
  pageIndexVersion,
  type PageIndex,
  type StoredSection,
} from '#lib/build-format/page-index-format.ts';
import { indexedParts, readTokens } from '#lib/i18n/split-words.ts';
import { stem } from '#lib/i18n/words.ts';
import type { PagefindPage } from './pagefind-pages.ts';

const textStrength = 1;
const headingStrength = 2;
/** Low, because the description may contain words that the page does not use. */
const descriptionStrength = 0.5;
/** Gap in the positions between two fields, so that no phrase matches across them. */
const fieldGap = 10;

/** Compiles what Pagefind read into the index that the server searches. @param pages sorted by path */
export function buildPageIndex(pages: readonly PagefindPage[]): PageIndex {
  const postings = new Postings();
  const readToken = createTokenReader();
  const spellings = new Map<string, number>();
  const sections: Uint8Array[] = [];
  const lengths = pages.map((page, number) => {
    const words = new PageWords(page, readToken);
    postings.add(number, words);
    for (const word of words.spellings) spellings.set(word, (spellings.get(word) ?? 0) + 1);
    sections.push(new TextEncoder().encode(JSON.stringify(words.sections)));
    return { page: words.length, title: words.titleLength };
  });
  const { stems, ...arrays } = postings.finish();
  const stemNumbers = new Map(stems.map((stemmed, number) => [stemmed, number]));
  const sorted = [...spellings].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    version: pageIndexVersion,
    pages: pages.map(withoutSections),
    lengths: Uint32Array.from(lengths, ({ page }) => page),
    titleLengths: Uint16Array.from(lengths, ({ title }) => title),
    stems,
    ...arrays,
    spellings: sorted.map(([word]) => word),
    spellingStems: Uint32Array.from(sorted, ([word]) => stemNumbers.get(stem(word)) ?? 0),
    spellingPages: Uint32Array.from(sorted, ([, count]) => count),
    sections: Buffer.concat(sections),
    sectionStart: toStarts(sections.map(({ length }) => length)),
  };
}

function withoutSections(page: PagefindPage): PageIndex['pages'][number] {
  const { path, markdownPath, title, type, keywords, description, etag } = page;
  return { path, markdownPath, title, type, keywords, description, etag };
}

/** A word of the index. Its spelling is used for corrections; words with digits, and words with a hyphen, have none. */
type TokenWord = { stem: string; spelling: string | undefined };

/** Splits a whitespace-separated token into words. Caches the result, since most tokens occur often. */
export function createTokenReader(): (token: string) => readonly TokenWord[] {
  const known = new Map<string, TokenWord[]>();
  return (token) => {
    const cached = known.get(token);
    if (cached) return cached;
    const toWord = (word: string, isPart = true) => ({
      stem: stem(word),
      spelling: isPart && /^\p{L}{3,40}$/u.test(word) ? word : undefined,
    });
    const words = readTokens(token).flatMap((read) => [
      ...indexedParts(read).map((part) => toWord(part)),
      ...(read.whole === undefined ? [] : [toWord(read.whole, false)]),
    ]);
    known.set(token, words);
    return words;
  };
}

type Occurrences = { strength: number; fields: number; positions: number[] };

/** Collects the words of a page with their positions. */
export class PageWords {
  readonly words = new Map<string, Occurrences>();
  readonly spellings = new Set<string>();
  readonly sections: StoredSection[] = [];
  readonly #readToken: (token: string) => readonly TokenWord[];
  readonly titleLength: number;
  length = 0;

  constructor(page: PagefindPage, readToken: (token: string) => readonly TokenWord[]) {
    const { title, keywords, description, sections } = page;
    this.#readToken = readToken;
    this.#add(title, { field: inTitle, strength: headingStrength });
    this.titleLength = this.length;
    this.#add(keywords, { field: inKeywords, strength: textStrength });
    this.#add(description, { field: 0, strength: descriptionStrength });
    for (const { anchor, heading, text } of sections) {
      this.#add(heading, { field: inHeading, strength: headingStrength });
      this.sections.push({ anchor, heading, text, start: this.length });
      this.#add(text, { field: 0, strength: textStrength });
    }
  }

  #add(text: string, { field, strength }: { field: number; strength: number }): void {
    for (const token of text.split(/\s+/)) {
      for (const word of this.#readToken(token)) this.#addWord(word, { field, strength });
      this.length += 1;
    }
    this.length += fieldGap;
  }

  #addWord(word: TokenWord, { field, strength }: { field: number; strength: number }): void {
    const known = this.words.get(word.stem) ?? { strength: 0, fields: 0, positions: [] };
    this.words.set(word.stem, known);
    known.strength += strength;
    known.fields |= field;
    if (known.positions.at(-1) !== this.length) known.positions.push(this.length);
    if (word.spelling) this.spellings.add(word.spelling);
  }
}

/** Postings of all pages, added in the order of the pages. */
class Postings {
  /** The postings of each stem in sequence: page, strength, fields, number of positions, positions. */
  readonly #runs = new Map<string, number[]>();
  #postings = 0;
  #positions = 0;

  add(page: number, { words }: PageWords): void {
    for (const [key, { strength, fields, positions }] of words) {
      const run = this.#runs.get(key) ?? [];
      this.#runs.set(key, run);
      run.push(page, strength, fields, positions.length, ...positions);
      this.#postings += 1;
      this.#positions += positions.length;
    }
  }

  finish() {
    const stems = [...this.#runs.keys()].sort((a, b) => (a < b ? -1 : 1));
    const postingStart = new Uint32Array(stems.length + 1);
    const postingPages = new Uint32Array(this.#postings);
    const strengths = new Float32Array(this.#postings);
    const fields = new Uint8Array(this.#postings);
    const positionStart = new Uint32Array(this.#postings + 1);
    const positions = new Uint32Array(this.#positions);
    let posting = 0;
    let filled = 0;
    for (const [number, key] of stems.entries()) {
      const run = this.#runs.get(key) ?? [];
      for (let at = 0; at < run.length; posting++) {
        const count = run[at + 3] ?? 0;
        postingPages[posting] = run[at] ?? 0;
        strengths[posting] = run[at + 1] ?? 0;
        fields[posting] = run[at + 2] ?? 0;
        positions.set(run.slice(at + 4, at + 4 + count), filled);
        filled += count;
        positionStart[posting + 1] = filled;
        at += 4 + count;
      }
      postingStart[number + 1] = posting;
    }
    return { stems, postingStart, postingPages, strengths, fields, positionStart, positions };
  }
}

export function toStarts(sizes: readonly number[]): Uint32Array {
  const starts = new Uint32Array(sizes.length + 1);
  for (const [at, size] of sizes.entries()) starts[at + 1] = (starts[at] ?? 0) + size;
  return starts;
}
