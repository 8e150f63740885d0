import { pageTypeOf } from '#lib/content/addresses.ts';
import { collectionOfKind } from '#lib/content/collections.ts';
import { findClosest } from './closest-match.ts';
import { isRoute } from '#lib/content/taken-addresses.ts';
import type { ContentIndex } from './content-index.ts';
import type { Entry } from './entry.ts';
import { placeOf, type ContentProblem } from './problem.ts';

/** The address of a page, or a former address, in the last publication. */
export type PublishedAddress = { path: string; title?: string };

/**
 * Warns about addresses of the last publication that no longer lead to a page. Each is reported for the file that
 * probably contains the page now, or else for the folder of its collection. Hidden pages are not reported.
 */
export function findVanishedAddresses(
  previous: Iterable<PublishedAddress>,
  index: ContentIndex,
): ContentProblem[] {
  const published = [...previous];
  const known = new Set(published.map(({ path }) => path));
  const vanished = published.filter(
    ({ path }) => !index.pages.has(path) && !index.aliases.has(path) && !isRoute(path, index.routes),
  );
  const added = [...index.pages].filter(([path, { hidden }]) => !known.has(path) && !hidden);
  return vanished.map((page) => {
    const message = `the address ${page.path} ${vanishedEnd}`;
    const successor = findSuccessor(page, { vanished, added: new Map(added) });
    if (!successor) {
      const fix = `if another page replaces it, write aliases: [${page.path}] there`;
      return { file: folderOf(page.path, index), line: 1, message, fix, severity: 'warning' };
    }
    const place = placeOf(successor.frontMatter, ['aliases']);
    const fix = `if this page replaces it, add it to the aliases: aliases: [${page.path}]`;
    return { file: successor.file, ...place, message, fix, severity: 'warning' };
  });
}

const vanishedEnd = 'was published and no longer leads to a page';

export function isVanished({ message }: Pick<ContentProblem, 'message'>): boolean {
  return message.endsWith(vanishedEnd);
}

type Changes = { vanished: readonly PublishedAddress[]; added: ReadonlyMap<string, Entry> };

/** Finds a new page: with the same title or file name, the only one in the collection, or the most similar address. */
function findSuccessor({ path, title }: PublishedAddress, { vanished, added }: Changes): Entry | undefined {
  const only = ([first, ...rest]: readonly Entry[]) => (rest.length === 0 ? first : undefined);
  const pages = [...added];
  const among = (test: (path: string, entry: Entry) => boolean) =>
    only(pages.filter(([address, entry]) => test(address, entry)).map(([, entry]) => entry));
  const isOnlyOne = vanished.filter((other) => pageTypeOf(other.path) === pageTypeOf(path)).length === 1;
  return (
    (title === undefined ? undefined : among((_, { frontMatter }) => frontMatter?.data['title'] === title)) ??
    among((address) => address.endsWith(path.slice(path.lastIndexOf('/')))) ??
    (isOnlyOne ? among((address) => pageTypeOf(address) === pageTypeOf(path)) : undefined) ??
    added.get(findClosest(path, added.keys()) ?? '')
  );
}

function folderOf(path: string, { entries }: ContentIndex): string {
  const collection = collectionOfKind(pageTypeOf(path));
  const { file = '', name = '', collection: other = collection } = entries[0] ?? {};
  const root = file.slice(0, file.length - `${other}/${name}`.length);
  return `${root}${collection}`;
}
