import { definitionOf, pageCollections, type CollectionName, type PageType } from './collections.ts';

/**
 * The id of an entry, from its file below the collection's folder: `Leave/Sick Leave.md` gives `leave/sick-leave`, and
 * `leave/index.md` gives `leave`.
 */
export function entryId(file: string): string {
  const id = withWholeLetters(file)
    .replaceAll('\\', '/')
    .replace(/\.mdx?$/i, '')
    .toLowerCase()
    .replaceAll(/\s+/g, '-')
    .replace(/(^|\/)index$/, '');
  return id === '' ? 'index' : id;
}

/** Composes letters and their accents (NFC), as browsers send them: macOS decomposes them in file names. */
export function withWholeLetters(address: string): string {
  // oxlint-disable-next-line lectern/normalize -- the length of paths and front matter is limited
  return address.normalize('NFC');
}

/** The address of an entry's page, or of its section on the page of its collection. */
export function entryAddress(collection: CollectionName, id: string): string {
  const { base, hasEntryPages, hasIndexEntry } = definitionOf(collection);
  if (hasIndexEntry && id === 'index') return base;
  return `${base}${hasEntryPages ? '/' : '#'}${id}`;
}

/**
 * The first address that an entry had, by which calendars and feeds know it. It stays when the file is renamed: the desk
 * adds the former address to the aliases. Short aliases outside the collection don't count.
 */
export function firstAddress({ path, aliases }: { path: string; aliases: readonly string[] }): string {
  const folder = path.slice(0, path.indexOf('/', 1) + 1);
  return aliases.find((alias) => folder !== '' && alias.startsWith(folder)) ?? path;
}

/** The page type of an address: the kind of its collection, or else `page`. */
export function pageTypeOf(path: string): PageType {
  const owner = pageCollections.find((definition) => {
    if (definition.base === '') return false;
    if (path === definition.base) return 'hasIndexEntry' in definition;
    return path.startsWith(`${definition.base}/`);
  });
  return owner?.kind ?? 'page';
}
