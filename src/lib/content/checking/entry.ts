import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { entryAddress, entryId } from '#lib/content/addresses.ts';
import { collectionNames, type CollectionName } from '#lib/content/collections.ts';
import { splitFrontMatter } from '#lib/content/front-matter.ts';
import { listFiles } from '#lib/base/list-files.ts';
import { isoDay } from '#lib/content/local-time.ts';
import type { Clock, Day } from '#lib/content/terms.ts';
import { whyHidden, type Hidden } from '#lib/content/visibility.ts';
import { isContentFile } from './content-file.ts';
import type { Explanation, Finding } from './problem.ts';
import { readFrontMatter, type FrontMatter } from './check-front-matter.ts';
import { findDirectionCharacters } from './hidden-characters.ts';
import { findPlaceholderProblems, type NoteFinding } from './placeholder-problems.ts';
import { readOutline, type Outline } from './outline.ts';
import { findSchemaProblems } from './schema-problems.ts';

/** A parsed content file. */
export type Entry = {
  collection: CollectionName;
  /** Path below the collection's folder, with `/`. */
  name: string;
  /** Relative to the working directory, for messages. */
  file: string;
  /** Path of the file. */
  path: string;
  id: string;
  address: string;
  /** Why readers do not see the entry. */
  hidden: Hidden | undefined;
  frontMatter: FrontMatter | undefined;
  /** The text after the front matter. */
  body: string;
  outline: Outline;
  /** Problems that do not depend on other files: in front matter, fields and MDX. */
  findings: Finding[];
  /** Sentences of templates that are left. */
  notes: NoteFinding[];
};

export type ParsedEntry = Omit<Entry, 'hidden'>;

/** Parses all content files below `directory`, by collection and name. */
export async function readEntries(directory: string, clock: Clock): Promise<Entry[]> {
  const lists = await Promise.all(
    collectionNames.map((collection) => listContentFiles(directory, collection)),
  );
  const files = lists.flat();
  const entries: Entry[] = [];
  for (let start = 0; start < files.length; start += 100) {
    const batch = files.slice(start, start + 100);
    entries.push(...(await Promise.all(batch.map((file) => readEntry(file, clock)))));
  }
  return entries;
}

type ContentPath = { collection: CollectionName; name: string; path: string };

/** The content files of a collection, in the order of their names. */
export async function listContentFiles(
  directory: string,
  collection: CollectionName,
): Promise<ContentPath[]> {
  const folder = join(directory, collection);
  const names = (await listFiles(folder)).filter(isContentFile);
  return names.map((name) => ({ collection, name, path: join(folder, name) }));
}

async function readEntry(file: ContentPath, clock: Clock): Promise<Entry> {
  return atTime(parseEntry(file, await readFile(file.path, 'utf8')), clock);
}

/** Sets whether readers see the entry at this time. Everything else depends on the file only. */
export function atTime(entry: ParsedEntry, clock: Clock): Entry {
  const { collection, frontMatter } = entry;
  return { ...entry, hidden: whyHidden({ collection, data: frontMatter?.data ?? {} }, clock) };
}

/** @param unreadable the reason not to parse the text below the front matter */
export function parseEntry(
  { collection, name, path }: ContentPath,
  source: string,
  unreadable?: Explanation,
): ParsedEntry {
  const parts = readFrontMatter(unreadable ? splitFrontMatter(source).head : source);
  const isMdx = name.endsWith('.mdx');
  const body = readOutline(parts.body, isMdx);
  const fields = parts.frontMatter ? findSchemaProblems(collection, parts.frontMatter) : [];
  const id = entryId(name);
  const textLine = parts.body.split('\n').length;
  const textProblems = unreadable ? [{ line: textLine, ...unreadable, severity: 'fatal' as const }] : [];
  const isDraft = parts.frontMatter?.data['draft'] === true;
  return {
    collection,
    name,
    path,
    file: relative(process.cwd(), path).split(sep).join('/'),
    id,
    address: entryAddress(collection, id),
    frontMatter: parts.frontMatter,
    body: parts.body,
    outline: body.outline,
    findings: [
      ...parts.findings,
      ...fields,
      ...body.findings,
      ...findDirectionCharacters(parts.body),
      ...textProblems,
    ],
    notes: isDraft || unreadable ? [] : findPlaceholderProblems(collection, source, parts.frontMatter),
  };
}

/** A day in front matter, which the YAML parser may have turned into a `Date`. */
export function asDay(value: unknown): Day | undefined {
  if (value instanceof Date) return isoDay(value);
  return typeof value === 'string' ? value : undefined;
}
