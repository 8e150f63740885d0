import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { CborReader } from './cbor.ts';

/** The version whose file format this reader knows; the format is Pagefind's own affair and may change. */
const supportedVersion = '1.6.0';
const signature = 'pagefind_dcd';

const entrySchema = z.object({
  version: z.string(),
  languages: z.record(z.string(), z.object({ hash: z.string(), page_count: z.number() })),
});

const fragmentSchema = z.object({
  url: z.string(),
  content: z.string(),
  meta: z.record(z.string(), z.string()),
  anchors: z.array(
    z.object({ element: z.string(), id: z.string(), text: z.string().optional(), location: z.number() }),
  ),
});

/** A page as Pagefind stored it: its text, whose white-space separated words are what positions count. */
export type Fragment = z.infer<typeof fragmentSchema>;

/** One language's table of contents: what to read, and how long each page is in words. */
export type IndexContents = {
  language: string;
  pages: { fragment: string; words: number }[];
  chunks: string[];
  filters: { name: string; file: string }[];
  /** Names of the fields that a word's field number stands for. */
  fields: string[];
};

export function readContents(directory: string): IndexContents[] {
  const entry = entrySchema.parse(JSON.parse(readFileSync(join(directory, 'pagefind-entry.json'), 'utf8')));
  if (entry.version !== supportedVersion) {
    throw new Error(`it was written by Pagefind ${entry.version}, and ${supportedVersion} is wanted`);
  }
  return Object.entries(entry.languages)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([language, { hash }]) => readLanguage(directory, language, hash));
}

function readLanguage(directory: string, language: string, hash: string): IndexContents {
  const reader = new CborReader(unpack(readFileSync(join(directory, `pagefind.${hash}.pf_meta`))));
  reader.array();
  reader.skip();
  const pages = list(reader, (items) => {
    const page = { fragment: reader.text(), words: reader.integer() };
    for (let rest = items - 2; rest > 0; rest--) reader.skip();
    return page;
  });
  const chunks = list(reader, (items) => {
    for (let rest = items - 1; rest > 0; rest--) reader.skip();
    return reader.text();
  });
  const filters = list(reader, () => ({ name: reader.text(), file: reader.text() }));
  reader.skip();
  const fields: string[] = [];
  for (let left = reader.array(); left > 0; left--) fields.push(reader.text());
  return { language, pages, chunks, filters, fields };
}

function list<Item>(reader: CborReader, read: (items: number) => Item): Item[] {
  const found: Item[] = [];
  for (let left = reader.array(); left > 0; left--) found.push(read(reader.array()));
  return found;
}

export function readChunk(directory: string, name: string): CborReader {
  return new CborReader(unpack(readFileSync(join(directory, 'index', `${name}.pf_index`))));
}

/** @returns the values of one filter, each with the numbers of its pages */
export function readFilter(directory: string, name: string): Map<string, number[]> {
  const reader = new CborReader(unpack(readFileSync(join(directory, 'filter', `${name}.pf_filter`))));
  reader.array();
  reader.text();
  const values = list(reader, () => {
    const value = reader.text();
    const pages: number[] = [];
    for (let left = reader.array(); left > 0; left--) pages.push(reader.integer());
    return [value, pages] as const;
  });
  return new Map(values);
}

/** @returns a page as it lies on disk and unpacked; `parseFragment` takes either */
export function readFragmentFile(directory: string, name: string): { packed: Buffer; unpacked: Buffer } {
  const packed = readFileSync(join(directory, 'fragment', `${name}.pf_fragment`));
  return { packed, unpacked: unpack(packed) };
}

export function parseFragment(bytes: Buffer): Fragment {
  const isJson = bytes[0] === '{'.charCodeAt(0);
  return fragmentSchema.parse(JSON.parse((isJson ? bytes : unpack(bytes)).toString('utf8')));
}

function unpack(packed: Buffer): Buffer {
  const isPacked = packed[0] === 0x1f && packed[1] === 0x8b;
  const bytes = isPacked ? gunzipSync(packed, { chunkSize: sizeOf(packed) }) : packed;
  if (bytes.toString('latin1', 0, signature.length) !== signature) {
    throw new Error('one of its files is not a Pagefind file');
  }
  return bytes.subarray(signature.length);
}

/** The size that gzip tells in its last bytes, within reason, so that unpacking takes one buffer of this size. */
function sizeOf(packed: Buffer): number {
  const told = packed.length < 8 ? 0 : packed.readUInt32LE(packed.length - 4);
  return Math.min(Math.max(told + 1, 1024), 65_536);
}
