import { contentCollections } from '#lib/content/collections.ts';
import { canonicalAddress } from '#lib/content/links.ts';
import type { Term } from '#lib/content/terms.ts';
import type { Entry } from './entry.ts';
import type { ContentProblem, Finding } from './problem.ts';

/** What checks need to know of the institute; `site` of `src/site.ts` has it. */
export type InstituteFacts = {
  subjects: Readonly<Record<string, string>>;
  levels: Readonly<Record<number, string>>;
  modes: Readonly<Record<string, string>>;
  terms(today: string): Term[];
};

/** What there is to refer to. A file with problems counts: they must not make more of them elsewhere. */
export type ContentIndex = {
  entries: readonly Entry[];
  /** By code, the first file that has it. */
  courses: ReadonlyMap<string, Entry>;
  programs: ReadonlyMap<string, Entry>;
  people: ReadonlyMap<string, Entry>;
  /** The entries that have a page of their own, by address. */
  pages: ReadonlyMap<string, Entry>;
  /** By former address, the first page that has it. */
  aliases: ReadonlyMap<string, Entry>;
  /** Addresses that are there without a content file; one that ends in `*` stands for all below it. */
  routes: ReadonlySet<string>;
};

export function createContentIndex(entries: readonly Entry[], routes: readonly string[]): ContentIndex {
  const inCollection = (name: Entry['collection']) => entries.filter(({ collection }) => collection === name);
  return {
    entries,
    courses: byFirst(inCollection('courses'), codeOf),
    programs: byFirst(inCollection('programs'), ({ id }) => id),
    people: byFirst(inCollection('people'), ({ id }) => id),
    pages: byFirst(
      entries.filter(({ collection }) => contentCollections[collection].hasEntryPages),
      pageAddress,
    ),
    aliases: byFirstAlias(entries),
    routes: new Set(routes),
  };
}

export function codeOf({ frontMatter }: Entry): string | undefined {
  const code = frontMatter?.data['code'];
  return typeof code === 'string' ? code : undefined;
}

/** Former addresses that the front matter names, those written wrongly left out. */
export function aliasesOf({ collection, frontMatter }: Entry): string[] {
  const given: unknown = frontMatter?.data['aliases'];
  if (!contentCollections[collection].hasEntryPages || !Array.isArray(given)) return [];
  return given.filter((alias): alias is string => typeof alias === 'string' && alias.startsWith('/'));
}

export function pageAddress({ address }: Entry): string {
  return canonicalAddress(address);
}

/** Whether the site answers at an address for which there is no content file. */
export function isRoute(address: string, routes: ReadonlySet<string>): boolean {
  if (routes.has(address)) return true;
  return [...routes].some((route) => route.endsWith('*') && address.startsWith(route.slice(0, -1)));
}

/** Names the file that findings are in. */
export function inFile({ file }: Entry, findings: readonly Finding[]): ContentProblem[] {
  return findings.map((finding) => ({ file, ...finding }));
}

function byFirst(entries: readonly Entry[], keyOf: (entry: Entry) => string | undefined): Map<string, Entry> {
  const found = new Map<string, Entry>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key !== undefined && !found.has(key)) found.set(key, entry);
  }
  return found;
}

function byFirstAlias(entries: readonly Entry[]): Map<string, Entry> {
  const found = new Map<string, Entry>();
  for (const entry of entries) {
    for (const alias of aliasesOf(entry)) if (!found.has(alias)) found.set(alias, entry);
  }
  return found;
}
