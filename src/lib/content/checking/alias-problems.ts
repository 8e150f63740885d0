import { aliasesOf, isRoute, pageAddress, type ContentIndex } from './content-index.ts';
import type { Entry } from './entry.ts';
import type { Finding } from './problem.ts';

/** Former addresses that lead nowhere else, because something is to be read there. */
export function findAliasProblems(entry: Entry, index: ContentIndex): Finding[] {
  const aliases = aliasesOf(entry);
  return aliases.flatMap((alias, at): Finding[] => {
    const message = whoHas(alias, entry, { index, isSecond: aliases.indexOf(alias) < at });
    if (message === undefined) return [];
    const line = entry.frontMatter?.lineOf(['aliases', at]) ?? 1;
    return [{ line, message, fix: 'take it out of the aliases', severity: 'error' }];
  });
}

function whoHas(
  alias: string,
  entry: Entry,
  { index, isSecond }: { index: ContentIndex; isSecond: boolean },
): string | undefined {
  const { pages, aliases, routes } = index;
  if (alias === pageAddress(entry)) return `the alias ${alias} is the address of this page itself`;
  const page = pages.get(alias);
  if (page) return `the alias ${alias} is the address of ${page.file}`;
  if (isRoute(alias, routes)) return `the alias ${alias} is the address of a page of the site itself`;
  if (isSecond) return `the alias ${alias} is there twice`;
  const first = aliases.get(alias);
  return first && first !== entry ? `the alias ${alias} belongs to ${first.file} already` : undefined;
}
