import { aliasesOf, pageAddress, type ContentIndex } from './content-index.ts';
import type { Entry } from './entry.ts';
import { placeOf, type Explanation, type Finding } from './problem.ts';

/** Reports a file that cannot have its address. It is fatal: a build would write two pages or files to one address. */
export function findAddressProblems(entry: Entry, { taken }: ContentIndex): Finding[] {
  const problem = taken.whyNotPage(entry);
  return problem ? [{ line: 1, ...problem, severity: 'fatal' }] : [];
}

/** Reports aliases that cannot redirect, because their address is in use or reserved. */
export function findAliasProblems(entry: Entry, index: ContentIndex): Finding[] {
  const aliases = aliasesOf(entry);
  return aliases.flatMap((alias, at): Finding[] => {
    const problem =
      aliases.indexOf(alias) < at ? appearsTwice(alias) : index.taken.whyNotAlias(alias, entry.file);
    if (problem === undefined) return [];
    return [{ ...placeOf(entry.frontMatter, ['aliases', at]), ...problem, severity: 'error' }];
  });
}

function appearsTwice(alias: string): Explanation {
  return { message: `the alias ${alias} appears twice`, fix: 'delete it from the aliases' };
}

/** A former address of a page, and its current address. */
export type Redirect = { from: string; to: string };

/** The redirects of all aliases without a problem. */
export function listRedirects({ entries, taken }: ContentIndex): Redirect[] {
  return entries
    .filter((entry) => !entry.hidden)
    .flatMap((entry) =>
      [...new Set(aliasesOf(entry))]
        .filter((alias) => taken.whyNotAlias(alias, entry.file) === undefined)
        .map((from) => ({ from, to: pageAddress(entry) })),
    );
}
