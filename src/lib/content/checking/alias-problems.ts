import { aliasesOf, isRoute, pageAddress, type Catalogue } from './catalogue.ts';
import type { Entry } from './entry.ts';
import type { Finding } from './problem.ts';

/** Former addresses that lead nowhere else, because something is to be read there. */
export function findAliasFaults(entry: Entry, catalogue: Catalogue): Finding[] {
  const aliases = aliasesOf(entry);
  return aliases.flatMap((alias, index): Finding[] => {
    const message = whoHas(alias, entry, { catalogue, isSecond: aliases.indexOf(alias) < index });
    if (message === undefined) return [];
    const line = entry.frontMatter?.lineOf(['aliases', index]) ?? 1;
    return [{ line, message, mend: 'take it out of the aliases', severity: 'fault' }];
  });
}

function whoHas(
  alias: string,
  entry: Entry,
  { catalogue, isSecond }: { catalogue: Catalogue; isSecond: boolean },
): string | undefined {
  const { pages, aliases, routes } = catalogue;
  if (alias === pageAddress(entry)) return `the alias ${alias} is the address of this page itself`;
  const page = pages.get(alias);
  if (page) return `the alias ${alias} is the address of ${page.file}`;
  if (isRoute(alias, routes)) return `the alias ${alias} is the address of a page of the site itself`;
  if (isSecond) return `the alias ${alias} is there twice`;
  const first = aliases.get(alias);
  return first && first !== entry ? `the alias ${alias} belongs to ${first.file} already` : undefined;
}
