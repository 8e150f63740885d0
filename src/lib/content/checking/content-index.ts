import { existsSync } from 'node:fs';
import { contentCollections } from '#lib/content/collections.ts';
import { canonicalAddress } from '#lib/content/links.ts';
import type { Term } from '#lib/content/terms.ts';
import type { Entry } from './entry.ts';

/** The facts from `src/site.ts` that the checks need. */
export type InstituteFacts = {
  subjects: Readonly<Record<string, string>>;
  levels: Readonly<Record<number, string>>;
  modes: Readonly<Record<string, string>>;
  terms(today: string): Term[];
  timeZone: string;
};

/**
 * Possible targets of references and links, including files with problems. If two files have the same key, the first is
 * listed.
 */
export type ContentIndex = {
  entries: readonly Entry[];
  /** By code. */
  courses: ReadonlyMap<string, Entry>;
  programs: ReadonlyMap<string, Entry>;
  people: ReadonlyMap<string, Entry>;
  /** Entries with their own page, by address. */
  pages: ReadonlyMap<string, Entry>;
  aliases: ReadonlyMap<string, Entry>;
  /** Addresses without a content file. A final `*` matches everything below. */
  routes: ReadonlySet<string>;
  /** Whether there is a picture with a path. */
  hasFile: (path: string) => boolean;
};

export function createContentIndex(
  entries: readonly Entry[],
  routes: readonly string[],
  hasFile: ContentIndex['hasFile'] = existsSync,
): ContentIndex {
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
  return given.filter((alias): alias is string => typeof alias === 'string' && alias.startsWith('/'));
}

export function pageAddress({ address }: Entry): string {
  return canonicalAddress(address);
}

/** Whether the site has an address that is not from a content file. */
export function isRoute(address: string, routes: ReadonlySet<string>): boolean {
  if (routes.has(address)) return true;
  return [...routes].some((route) => route.endsWith('*') && address.startsWith(route.slice(0, -1)));
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
