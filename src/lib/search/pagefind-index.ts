import { BoundedCache } from './bounded-cache.ts';
import {
  readChunk,
  readContents,
  readFilter,
  readFragmentFile,
  parseFragment,
  type Fragment,
  type IndexContents,
} from './index-files.ts';
import { readInvertedIndex, type InvertedIndex } from './inverted-index.ts';
import type { PageType } from '#lib/content/collections.ts';
import { searchTypeSchema } from './query.ts';

/** Of so many bytes of pages the unpacked form is kept; of the pages after them the packed one. */
const unpackedBytes = 50_000_000;
/** Characters of page text that are kept once read. */
const keptText = 3_000_000;

/**
 * A Pagefind index in memory. The pages' texts are in memory too, as bytes until a result shows them,
 * so that a query waits for no disk and a build beside a running server takes nothing away from it.
 */
export type PagefindIndex = {
  inverted: InvertedIndex;
  typeOf: (page: number) => PageType;
  /** Length of each page in words. */
  lengths: Uint32Array;
  readPage: (page: number) => Fragment;
};

/** @throws Error when a file is missing, damaged or of another version of Pagefind */
export function openPagefindIndex(directory: string): PagefindIndex {
  const contents = readContents(directory);
  const pages = contents.flatMap((language) => language.pages);
  if (pages.length === 0) throw new Error('it holds no page');
  const inverted = readInvertedIndex(sourcesOf(directory, contents), pages.length);
  let room = unpackedBytes;
  const files = pages.map(({ fragment }) => {
    const { packed, unpacked } = readFragmentFile(directory, fragment);
    room -= unpacked.length;
    return room > 0 ? unpacked : packed;
  });
  const kept = new BoundedCache<Fragment>({
    capacity: keptText,
    sizeOf: ({ content }) => content.length + 1000,
  });
  const types = readTypes(directory, contents, pages.length);
  return {
    inverted,
    typeOf(page) {
      const type = types[page];
      if (!type) throw new RangeError(`the index has no page ${page}`);
      return type;
    },
    lengths: Uint32Array.from(pages, ({ words }) => words),
    readPage(page) {
      const known = kept.get(String(page));
      if (known) return known;
      const bytes = files[page];
      if (!bytes) throw new RangeError(`the index has no page ${page}`);
      const fragment = parseFragment(bytes);
      kept.set(String(page), fragment);
      return fragment;
    },
  };
}

function* sourcesOf(directory: string, contents: readonly IndexContents[]) {
  let firstPage = 0;
  for (const { chunks, fields, pages } of contents) {
    yield { chunks: readChunks(directory, chunks), firstPage, titleField: fields.indexOf('title') };
    firstPage += pages.length;
  }
}

function* readChunks(directory: string, names: readonly string[]) {
  for (const name of names) yield readChunk(directory, name);
}

function readTypes(directory: string, contents: readonly IndexContents[], pageCount: number): PageType[] {
  const types: PageType[] = [];
  let firstPage = 0;
  for (const { filters, pages } of contents) {
    const filter = filters.find(({ name }) => name === 'type');
    if (!filter) throw new Error('its pages have no types');
    for (const [value, numbers] of readFilter(directory, filter.file)) {
      const type = searchTypeSchema.parse(value);
      for (const page of numbers) types[firstPage + page] = type;
    }
    firstPage += pages.length;
  }
  if (Object.keys(types).length !== pageCount) throw new Error('some of its pages have no type');
  return types;
}
