import { posix } from 'node:path';
import { entryAddress, entryId } from './addresses.ts';
import { collectionNames, contentCollections, type CollectionName } from './collections.ts';

/** A content file: its collection and its path below the collection's folder. */
type ContentFile = { collection: CollectionName; name: string };

/** A place on this site: an address, and the anchor on it if one is named. */
export type LinkTarget = { address: string; anchor: string | undefined };

/**
 * Where a link in a content file leads, or undefined when it leaves the site. Relative links are read from
 * the file's own place in the content folder, with or without an ending: `../leave/sick-leave.mdx`.
 */
export function resolveLink(href: string, from: ContentFile): LinkTarget | undefined {
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(href)) return undefined;
  const [, path = '', hash] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(href) ?? [];
  const anchor = hash ? decode(hash) : undefined;
  if (path === '') return { address: entryAddress(from.collection, entryId(from.name)), anchor };
  if (path.startsWith('/')) return { address: canonicalAddress(decode(path)), anchor };
  return fromFile(posix.join(from.collection, posix.dirname(from.name), decode(path)), anchor);
}

/** The one address of a page: no trailing slash, no `.md`, `.html` or `/index`. */
export function canonicalAddress(path: string): string {
  const address = path
    .replace(/\/+$/, '')
    .replace(/\.(md|html)$/, '')
    .replace(/\/index$/, '');
  return address === '' ? '/' : address;
}

function fromFile(path: string, anchor: string | undefined): LinkTarget {
  const [first = '', ...rest] = path.replace(/\/$/, '').split('/');
  const collection = collectionNames.find((name) => name === first);
  if (!collection) return { address: canonicalAddress(posix.join('/', path)), anchor };
  if (rest.length === 0) return { address: contentCollections[collection].base || '/', anchor };
  const address = entryAddress(collection, entryId(rest.join('/')));
  const [page = '', person] = address.split('#');
  return { address: page, anchor: person ?? anchor };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
