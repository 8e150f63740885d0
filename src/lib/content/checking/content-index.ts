import { existsSync } from 'node:fs';
import { aliasPattern } from '#lib/content/address-pattern.ts';
import { withWholeLetters } from '#lib/content/addresses.ts';
import { contentCollections } from '#lib/content/collections.ts';
import { canonicalAddress } from '#lib/content/links.ts';
import { createTakenAddresses, type Claim, type TakenAddresses } from '#lib/content/taken-addresses.ts';
import type { Institute } from '#lib/content/institute-schema.ts';
import type { Entry } from './entry.ts';

/** The facts of the institute that the checks need. */
export type InstituteFacts = Pick<Institute, 'subjects' | 'levels' | 'modes' | 'terms' | 'timeZone'>;

/**
 * Possible targets of references and links, including files with problems. If two files have the same key, the first
 * one is listed.
 */
export type ContentIndex = {
  entries: readonly Entry[];
  /** Courses by code. */
  courses: ReadonlyMap<string, Entry>;
  programs: ReadonlyMap<string, Entry>;
  people: ReadonlyMap<string, Entry>;
  /** Entries with their own page, by address. */
  pages: ReadonlyMap<string, Entry>;
  aliases: ReadonlyMap<string, Entry>;
  /** Addresses of the product. A final `*` matches everything below. */
  routes: ReadonlySet<string>;
  /** Addresses of the product, of pages and aliases, and of people. */
  taken: TakenAddresses;
  /** Whether the picture at a path exists. */
  hasFile: (path: string) => boolean;
};

type IndexOptions = {
  /** Addresses of the product, from `listRoutes`. */
  routes: readonly string[];
  /** Addresses of the institute's public files. */
  publicAddresses?: readonly string[] | undefined;
  /** Whether the picture at a path exists. By default, checks the disk. */
  hasFile?: ContentIndex['hasFile'] | undefined;
  /** The files of the last publication, by path below the content folder. By default, all files count as published. */
  published?: { has(path: string): boolean } | undefined;
};

export function createContentIndex(
  entries: readonly Entry[],
  { routes: ofProduct, publicAddresses = [], hasFile = existsSync, published }: IndexOptions,
): ContentIndex {
  const routes = [...ofProduct, ...publicAddresses];
  const inCollection = (name: Entry['collection']) => entries.filter(({ collection }) => collection === name);
  const pages = entries.filter(({ collection }) => contentCollections[collection].hasEntryPages);
  return {
    entries,
    courses: firstByKey(inCollection('courses'), (entry) => codeOf(entry) ?? []),
    programs: firstByKey(inCollection('programs'), ({ id }) => id),
    people: firstByKey(inCollection('people'), ({ id }) => id),
    pages: firstByKey(pages, pageAddress),
    aliases: firstByKey(pages, aliasesOf),
    routes: new Set(routes),
    taken: createTakenAddresses(
      routes,
      listClaims(entries, ({ collection, name }) => published?.has(`${collection}/${name}`) ?? true),
    ),
    hasFile,
  };
}

export function codeOf({ frontMatter }: Entry): string | undefined {
  const code = frontMatter?.data['code'];
  return typeof code === 'string' ? code : undefined;
}

/** The aliases in the front matter. Ignores invalid ones. */
export function aliasesOf({ collection, frontMatter }: Entry): string[] {
  const given: unknown = frontMatter?.data['aliases'];
  if (!contentCollections[collection].hasEntryPages || !Array.isArray(given)) return [];
  return given
    .filter((alias): alias is string => typeof alias === 'string' && aliasPattern.test(alias))
    .map(withWholeLetters);
}

export function pageAddress({ address }: Entry): string {
  return canonicalAddress(address);
}

/** Lists the claims of entries. Published files come first, so new files cannot take their addresses. */
function listClaims(entries: readonly Entry[], isPublished: (entry: Entry) => boolean): Claim[] {
  const { published = [], added = [] } = Object.groupBy(entries, (entry) =>
    isPublished(entry) ? 'published' : 'added',
  );
  return [published, added].flatMap((list) => [
    ...list.map((entry) => ({ address: entry.address, file: entry.file, isAlias: false })),
    ...list.flatMap((entry) =>
      aliasesOf(entry).map((address) => ({ address, file: entry.file, isAlias: true })),
    ),
  ]);
}

function firstByKey(
  entries: readonly Entry[],
  keysOf: (entry: Entry) => string | readonly string[],
): Map<string, Entry> {
  const found = new Map<string, Entry>();
  for (const entry of entries) {
    const keys = keysOf(entry);
    for (const key of typeof keys === 'string' ? [keys] : keys) if (!found.has(key)) found.set(key, entry);
  }
  return found;
}
