import { aliasPattern } from '#lib/content/address-pattern.ts';
import { entryAddress, entryId, withWholeLetters } from '#lib/content/addresses.ts';
import { canonicalAddress } from '#lib/content/links.ts';
import { slugOf, toFileName } from '#lib/content/slug-of.ts';
import type { TakenAddresses } from '#lib/content/taken-addresses.ts';
import { decodePath } from '#lib/content/links.ts';
import type { SourcePage, TargetCollection } from './source-page.ts';

/** The place of a page in the institute’s folder. */
export type PlannedEntry = {
  page: SourcePage;
  /** Below the content folder: `news/rain.mdx`. */
  file: string;
  address: string;
  aliases: string[];
  /** Old addresses that cannot lead to the entry, each with the reason. */
  unanswered: { address: string; reason: string }[];
};

type PlanOptions = {
  /** The files of pages that were imported before, by id. */
  knownFiles: ReadonlyMap<string, string>;
  /** The addresses of the product and of entries that were not imported. */
  taken: TakenAddresses;
};

const maxAliases = 20;
/** A file that has no claim yet. */
const newFile = '';

/** Gives each page a free file and address, the same as in the last import, and its old addresses as aliases. */
export function planEntries(
  pages: readonly SourcePage[],
  { knownFiles, taken }: PlanOptions,
): PlannedEntry[] {
  const files = new Set(knownFiles.values());
  const addresses = new Set([...files].map(addressOfFile));

  function chooseFile(page: SourcePage): string {
    for (const name of namesFor(page)) {
      const file = `${page.collection}/${name}.mdx`;
      const id = entryId(`${name}.mdx`);
      const isTaken = files.has(file) || addresses.has(addressOfFile(file));
      if (isTaken || taken.whyNotPage({ collection: page.collection, id, file: newFile })) continue;
      files.add(file);
      addresses.add(addressOfFile(file));
      return file;
    }
    throw new Error(`no name is free for ${page.id}`);
  }

  const chosen = new Map<SourcePage, string>();
  // A page with a clean name takes it before pages with names that become the same.
  for (const page of [...pages.filter(hasCleanName), ...pages])
    if (!chosen.has(page)) chosen.set(page, knownFiles.get(page.id) ?? chooseFile(page));
  const planned = pages.map((page) => {
    const file = chosen.get(page) ?? newFile;
    return { page, file, address: addressOfFile(file), aliases: [], unanswered: [] };
  });
  addAliases(planned, { taken });
  return planned;
}

export function addressOfFile(file: string): string {
  const [collection = '', ...path] = file.split('/');
  return entryAddress(collection as TargetCollection, entryId(path.join('/')));
}

function* namesFor({ id, title, name, otherName }: SourcePage): Generator<string> {
  const fallback = slugOf(title) || slugOf(id) || 'page';
  const wanted = [name, otherName ?? name].map((each) => cleanName(each) || fallback);
  yield* wanted;
  const base = wanted[0] ?? fallback;
  for (let number = 2; number < 10_000; number += 1) yield `${base.replace(/\/index$/, '')}-${number}`;
}

/** Keeps letters of all scripts, as addresses may have them. */
function cleanName(name: string): string {
  return name
    .split('/')
    .map((part) =>
      toFileName(
        withWholeLetters(part.slice(0, 300))
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{M}\p{N}_~]+/gu, '-')
          .slice(0, 60),
      ),
    )
    .filter((part) => part !== '')
    .join('/');
}

function hasCleanName({ name }: SourcePage): boolean {
  return cleanName(name) === name.toLowerCase();
}

type Planned = PlannedEntry[];

function addAliases(planned: Planned, { taken }: Pick<PlanOptions, 'taken'>): void {
  const owners = new Map(planned.map(({ address, file }) => [address, file]));
  for (const { page, file, address: own, aliases, unanswered } of planned) {
    for (const old of new Set(page.addresses.map(aliasOf))) {
      if (old === own || old === '/') continue;
      const owner = owners.get(old);
      const reason =
        (owner !== undefined && owner !== file ? `is now the address of ${owner}` : undefined) ??
        (aliasPattern.test(old) ? undefined : 'has characters that no address here may have') ??
        taken.whyNotAlias(old, newFile)?.message.replace(`the alias ${old} `, '') ??
        (aliases.length < maxAliases
          ? undefined
          : `is one of more than ${maxAliases} addresses of this page`);
      if (reason !== undefined) unanswered.push({ address: old, reason });
      else if (owner === undefined) {
        owners.set(old, file);
        aliases.push(old);
      }
    }
  }
}

/** The server answers slashes and extensions at the end. Addresses with a query are pages of the path. */
function aliasOf(url: string): string {
  const { pathname, search } = new URL(url);
  const path = withWholeLetters(decodePath(pathname).slice(0, 2_000));
  return canonicalAddress(path) + search;
}
