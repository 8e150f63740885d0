import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { pageTypes, type PageType } from '#lib/content/collections.ts';
import {
  inHeading,
  inKeywords,
  inTitle,
  pageIndexVersion,
  type PageIndex,
  type StoredSection,
} from '#lib/content/page-index.ts';
import { splitWords, stem } from '#lib/i18n/words.ts';

const textStrength = 1;
const headingStrength = 2;
/** Low, because the description may contain words that the page does not use. */
const descriptionStrength = 0.5;
/** Gap in the positions between two fields, so that no phrase matches across them. */
const fieldGap = 10;

/** A page as Pagefind indexes it. */
type PagefindPage = {
  path: string;
  markdownPath: string;
  title: string;
  type: PageType;
  keywords: string;
  description: string;
  sections: { anchor: string | null; heading: string; text: string }[];
};

/** The parts of a Pagefind fragment that the server's search needs. Locations count the words of `content`. */
const fragmentSchema = z.object({
  url: z.string(),
  content: z.string(),
  meta: z.object({
    title: z.string(),
    keywords: z.string().default(''),
    description: z.string().default(''),
    markdown: z.string(),
  }),
  filters: z.object({ type: z.array(z.enum(pageTypes)).length(1) }),
  anchors: z.array(
    z.object({ id: z.string(), element: z.string(), location: z.number(), text: z.string().default('') }),
  ),
});

const signature = 'pagefind_dcd';

/** Compiles Pagefind's index into the index that the server searches. */
export function writePageIndex(pagefindDirectory: string, file: string): void {
  const names = globSync('fragment/*.pf_fragment', { cwd: pagefindDirectory });
  writeFileSync(
    file,
    compilePageIndex(names.map((name) => ({ name, content: readFileSync(join(pagefindDirectory, name)) }))),
  );
}

/**
 * Compiles Pagefind's fragments, in any order, into the index that the server searches.
 * @throws Error if the format of Pagefind's fragments has changed
 */
export function compilePageIndex(fragments: readonly { name: string; content: Uint8Array }[]): Buffer {
  return serialize(buildPageIndex(readPages(fragments)));
}

function readPages(files: readonly { name: string; content: Uint8Array }[]): PagefindPage[] {
  const fragments = files.map(({ name, content }) => {
    const text = gunzipSync(content).toString('utf8');
    if (!text.startsWith(signature)) throw new Error(`${name} is not a fragment of Pagefind`);
    return fragmentSchema.parse(JSON.parse(text.slice(signature.length)));
  });
  return fragments
    .map(({ url, content, meta, filters, anchors }) => ({
      path: url,
      markdownPath: meta.markdown,
      title: meta.title,
      type: filters.type[0] ?? 'page',
      keywords: meta.keywords,
      description: meta.description,
      // `search-index.ts` adds the description at the end of the text.
      sections: toSections(withoutEnd(content, meta.description), anchors),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function withoutEnd(text: string, end: string): string {
  const trimmed = text.trimEnd();
  return end !== '' && trimmed.endsWith(end) ? trimmed.slice(0, -end.length).trimEnd() : trimmed;
}

/** Divides the text at its headings. */
function toSections(
  content: string,
  anchors: z.infer<typeof fragmentSchema>['anchors'],
): PagefindPage['sections'] {
  const words = content.split(/\s+/);
  const headings = anchors.filter(({ element }) => /^h[2-6]$/.test(element));
  const first = { id: null, location: 0, text: '' };
  return [first, ...headings]
    .map(({ id, location, text }, index) => {
      const rest = words.slice(location, headings[index]?.location ?? words.length).join(' ');
      const heading = text.trim();
      return {
        anchor: id,
        heading,
        text: rest.startsWith(heading) ? rest.slice(heading.length).replace(/^[.:]?\s*/, '') : rest,
      };
    })
    .filter(({ heading, text }) => heading !== '' || text !== '');
}

function buildPageIndex(pages: readonly PagefindPage[]): PageIndex {
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
    pages: pages.map(({ path, markdownPath, title, type }) => ({ path, markdownPath, title, type })),
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

/** A word of the index. Its spelling is used for corrections; words with digits have none. */
type TokenWord = { stem: string; spelling: string | undefined };

/** Splits a whitespace-separated token into words. Caches the result, since most tokens occur often. */
function createTokenReader(): (token: string) => readonly TokenWord[] {
  const known = new Map<string, TokenWord[]>();
  return (token) => {
    const cached = known.get(token);
    if (cached) return cached;
    const words = splitWords(token).map((word) => ({
      stem: stem(word),
      spelling: /^\p{L}{3,40}$/u.test(word) ? word : undefined,
    }));
    known.set(token, words);
    return words;
  };
}

type Occurrences = { strength: number; fields: number; positions: number[] };

/** Collects the words of a page with their positions. */
class PageWords {
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
  /** The postings of each stem, one after another: page, strength, fields, number of positions, positions. */
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

function toStarts(sizes: readonly number[]): Uint32Array {
  const starts = new Uint32Array(sizes.length + 1);
  for (const [at, size] of sizes.entries()) starts[at + 1] = (starts[at] ?? 0) + size;
  return starts;
}
