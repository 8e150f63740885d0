import { aliasesOf, isRoute, pageAddress, type ContentIndex } from './content-index.ts';
import type { Entry } from './entry.ts';
import type { Finding } from './problem.ts';

/** Files with an address that another file or a page of the site itself has. */
export function findAddressProblems(entry: Entry, { pages, people, routes }: ContentIndex): Finding[] {
  const address = pageAddress(entry);
  const first = entry.collection === 'people' ? people.get(entry.id) : pages.get(address);
  // The routes of other collections show their entries.
  const hasRoute = entry.collection === 'pages' && isRoute(address, routes);
  const owner = first && first !== entry ? first.file : hasRoute && 'a page of the site itself';
  if (!owner) return [];
  return [
    {
      line: 1,
      message: `the address ${entry.address} is already used by ${owner}`,
      fix: 'rename this file, or delete one of the two',
      severity: 'error',
    },
  ];
}

/** Aliases that cannot redirect, because they are the address of a page or another alias. */
export function findAliasProblems(entry: Entry, index: ContentIndex): Finding[] {
  const aliases = aliasesOf(entry);
  return aliases.flatMap((alias, at): Finding[] => {
    const problem = aliases.indexOf(alias) < at ? 'appears twice' : aliasProblem(alias, entry, index);
    if (problem === undefined) return [];
    const line = entry.frontMatter?.lineOf(['aliases', at]) ?? 1;
    const message = `the alias ${alias} ${problem}`;
    return [{ line, message, fix: 'delete it from the aliases', severity: 'error' }];
  });
}

function aliasProblem(alias: string, entry: Entry, index: ContentIndex): string | undefined {
  if (alias === pageAddress(entry)) return 'is the address of this page itself';
  const page = index.pages.get(alias);
  if (page) return `is the address of ${page.file}`;
  if (isRoute(alias, index.routes)) return 'is the address of a page of the site itself';
  const first = index.aliases.get(alias);
  return first && first !== entry ? `is already an alias of ${first.file}` : undefined;
}

/** A former address of a page, and its address now. */
export type Redirect = { from: string; to: string };

/** The redirects of all aliases without a problem. */
export function listRedirects(index: ContentIndex): Redirect[] {
  return index.entries
    .filter((entry) => !entry.hidden)
    .flatMap((entry) =>
      [...new Set(aliasesOf(entry))]
        .filter((alias) => aliasProblem(alias, entry, index) === undefined)
        .map((from) => ({ from, to: pageAddress(entry) })),
    );
}
