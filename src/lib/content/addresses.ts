import type { CollectionName } from './collections.ts';

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

/** The address where an entry is read. People share one page. */
export function addressOf(collection: CollectionName, id: string): string {
  if (collection === 'pages') return `/${id}`;
  if (collection === 'people') return `/people#${id}`;
  if (collection === 'handbook' && id === 'index') return '/handbook';
  return `/${collection}/${id}`;
}
