import { posix, relative } from 'node:path';
import { entryAddress, entryId } from './addresses.ts';
import { documentAddress, isDocument } from './download.ts';
import { collectionNames, contentCollections, type CollectionName } from './collections.ts';

/** `name` is the path below the collection's folder. */
type ContentFile = { collection: CollectionName; name: string };

/** An address of this site and, if the link has one, its anchor. */
export type LinkTarget = { address: string; anchor: string | undefined };

/**
 * The target of a link in a content file, or undefined if it leads to another site. Relative links are relative to the
 * file, with or without an extension: `../leave/sick-leave.mdx`.
 */
export function resolveLink(href: string, from: ContentFile): LinkTarget | undefined {
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(href)) return undefined;
  const [, path = '', hash] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(href) ?? [];
  const anchor = hash ? decodePath(hash) : undefined;
  if (path === '') return { address: entryAddress(from.collection, entryId(from.name)), anchor };
  if (path.startsWith('/')) return { address: canonicalAddress(decodePath(path)), anchor };
  return fromFile(posix.join(from.collection, posix.dirname(from.name), decodePath(path)), anchor);
}

/** Removes a trailing slash, `.md`, `.html` and `/index`. */
export function canonicalAddress(path: string): string {
  const address = path
    .replace(/\/+$/, '')
    .replace(/\.(md|html)$/, '')
    .replace(/\/index$/, '');
  return address === '' ? '/' : address;
}

function fromFile(path: string, anchor: string | undefined): LinkTarget {
  if (isDocument(path)) return { address: documentAddress(path), anchor };
  const [first = '', ...rest] = path.replace(/\/$/, '').split('/');
  const collection = collectionNames.find((name) => name === first);
  if (!collection) return { address: canonicalAddress(posix.join('/', path)), anchor };
  if (rest.length === 0) return { address: contentCollections[collection].base || '/', anchor };
  const address = entryAddress(collection, entryId(rest.join('/')));
  const [page = '', person] = address.split('#');
  return { address: page, anchor: person ?? anchor };
}

/** The text itself if it is not percent-encoded. */
export function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** As `decodePath`, for an address: an encoded slash, question mark or number sign stays encoded. */
export function decodeAddress(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** The address on this site that a relative link in a content file leads to; undefined for any other link. */
export function addressOfLink(url: string, fromFile: string, contentDir: string): string | undefined {
  if (/^([/#?]|$)/.test(url)) return undefined;
  const [first = '', ...path] = relative(contentDir, fromFile).replaceAll('\\', '/').split('/');
  const collection = collectionNames.find((name) => name === first);
  const target = collection && resolveLink(url, { collection, name: path.join('/') });
  if (!target) return undefined;
  return (
    encodeURI(target.address) + (target.anchor === undefined ? '' : `#${encodeURIComponent(target.anchor)}`)
  );
}
