import { aliasesOf, isRoute, pageAddress, type ContentIndex } from './checking/content-index.ts';

/** A former address of a page, and the page's own. */
export type Redirect = { from: string; to: string };

/** The redirects that pages ask for. What is to be read at an address goes before what was. */
export function listRedirects({ entries, pages, aliases, routes }: ContentIndex): Redirect[] {
  return entries
    .filter((entry) => !entry.isHidden)
    .flatMap((entry) =>
      aliasesOf(entry)
        .filter((alias) => aliases.get(alias) === entry && !pages.has(alias) && !isRoute(alias, routes))
        .map((from) => ({ from, to: pageAddress(entry) })),
    );
}
