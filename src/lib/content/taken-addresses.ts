import { addressPartPattern } from './address-pattern.ts';
import { entryAddress } from './addresses.ts';
import type { Explanation } from './checking/problem.ts';
import { definitionOf, type CollectionName } from './collections.ts';

/** An address that a file uses, for its page or as an alias. */
export type Claim = { address: string; file: string; isAlias: boolean };

/** An entry, by its collection and the id from `entryId`. */
type PageClaim = { collection: CollectionName; id: string; file: string };

/** The addresses that are in use or reserved, and the file that uses each. */
export type TakenAddresses = {
  /** Why the entry of a file cannot have its address; undefined if it can. */
  whyNotPage(page: PageClaim): Explanation | undefined;
  /** The file that has an address as an alias. */
  aliasHolder(address: string): string | undefined;
  /** Why a file cannot have an alias; undefined if it can. */
  whyNotAlias(address: string, file: string): Explanation | undefined;
};

/** First parts of addresses that are reserved for the product, even if no such route exists. In lower case. */
const reservedParts: ReadonlySet<string> = new Set([
  'api',
  'staff',
  'preview',
  'approve',
  'my',
  'places',
  'forms',
  'mcp',
  'metrics',
  'ready',
  '_astro',
  'pagefind',
  '.well-known',
]);

/**
 * Collects the addresses in use, for the content check, the desk and the commands.
 * @param routes addresses of the product, from `listRoutes`
 * @param claims the first claim to an address wins
 */
export function createTakenAddresses(routes: Iterable<string>, claims: Iterable<Claim> = []): TakenAddresses {
  const ofProduct = new Set(routes);
  const owners = new Map<string, Claim>();
  for (const claim of claims) if (!owners.has(claim.address)) owners.set(claim.address, claim);

  function explainOwner({ address, file, isAlias }: Claim): string | undefined {
    const owner = owners.get(address);
    if (!owner) return undefined;
    if (owner.file === file)
      return isAlias && !owner.isAlias ? 'is the address of this page itself' : undefined;
    return `is already ${owner.isAlias ? 'an alias of' : 'used by'} ${owner.file}`;
  }

  return {
    whyNotPage({ collection, id, file }) {
      const badName = explainBadName(collection, id);
      if (badName) return badName;
      const address = entryAddress(collection, id);
      const owner = explainOwner({ address, file, isAlias: false });
      const isList = address === definitionOf(collection).base;
      const message = owner ?? (isList ? undefined : explainProduct(address, ofProduct));
      if (message === undefined) return undefined;
      const fix = owner === undefined ? 'rename this file' : 'rename this file, or delete one of the two';
      return { message: `the address ${address} ${message}`, fix };
    },
    aliasHolder(address) {
      const owner = owners.get(address);
      return owner?.isAlias ? owner.file : undefined;
    },
    whyNotAlias(address, file) {
      const message = explainProduct(address, ofProduct) ?? explainOwner({ address, file, isAlias: true });
      if (message === undefined) return undefined;
      return { message: `the alias ${address} ${message}`, fix: 'delete it from the aliases' };
    },
  };
}

function explainProduct(address: string, routes: ReadonlySet<string>): string | undefined {
  const [, first = ''] = address.split('/');
  if (reservedParts.has(first.toLowerCase())) return `is reserved, like all addresses below /${first}`;
  return isRoute(address, routes) ? 'is already used by a page of the site itself' : undefined;
}

/** Why a public file cannot be served at its address; undefined if it can. @param routes addresses of the product */
export function whyNotPublicFile(address: string, routes: ReadonlySet<string>): Explanation | undefined {
  const message = explainProduct(address, routes);
  return message === undefined
    ? undefined
    : { message: `the address ${address} ${message}, so this file is not served`, fix: 'rename it' };
}

/** Whether the product has an address. @param routes a final `*` matches everything below */
export function isRoute(address: string, routes: ReadonlySet<string>): boolean {
  if (routes.has(address)) return true;
  return [...routes].some((route) => route.endsWith('*') && address.startsWith(route.slice(0, -1)));
}

/** In bytes of UTF-8: most file systems limit the file name of a page to 255, with its extension. */
const maxPartLength = 200;

/** Why the name of a file cannot become an address; undefined if it can. */
function explainBadName(collection: CollectionName, id: string): Explanation | undefined {
  const { hasFolders, hasIndexEntry } = definitionOf(collection);
  const parts = id.split('/');
  if (!hasFolders && parts.length > 1) {
    return { message: `files of ${collection} cannot be in folders`, fix: `move it to ${collection}/` };
  }
  const bad = parts.find((part) => !addressPartPattern.test(part));
  if (bad !== undefined) {
    return {
      message: `the name "${bad}" cannot be part of an address`,
      fix: 'rename it: use letters, digits and hyphens only, and a dot only before md or mdx',
    };
  }
  if (parts.at(-1)?.startsWith('_')) {
    return { message: 'files that begin with _ are not read', fix: 'rename it' };
  }
  if (parts.some((part) => Buffer.byteLength(part) > maxPartLength)) {
    return { message: 'the name is too long for an address', fix: 'rename the file with a shorter name' };
  }
  if (parts.at(-1) !== 'index' || (hasIndexEntry && id === 'index')) return undefined;
  return { message: 'the name "index" cannot end an address', fix: 'rename the file' };
}
