import { definitionOf, pageCollections, type CollectionName, type PageType } from './collections.ts';

/**
 * The id of an entry from its file below its collection's folder: no ending, lower case, a folder's
 * `index` file standing for the folder. `Leave/Sick Leave.md` gives `leave/sick-leave`.
 */
export function entryId(file: string): string {
  const id = file
    .replaceAll('\\', '/')
    .replace(/\.mdx?$/i, '')
    .toLowerCase()
    .replaceAll(/\s+/g, '-')
    .replace(/(^|\/)index$/, '');
  return id === '' ? 'index' : id;
}

/** The address where an entry is read. */
export function entryAddress(collection: CollectionName, id: string): string {
  const { base, hasEntryPages, hasIndexEntry } = definitionOf(collection);
  if (hasIndexEntry && id === 'index') return base;
  return `${base}${hasEntryPages ? '/' : '#'}${id}`;
}

/** The type of the page at an address: that of the collection it belongs to, or `page`. */
export function pageTypeOf(path: string): PageType {
  const owner = pageCollections.find((definition) => {
    if (definition.base === '') return false;
    if (path === definition.base) return 'hasIndexEntry' in definition;
    return path.startsWith(`${definition.base}/`);
  });
  return owner?.kind ?? 'page';
}
