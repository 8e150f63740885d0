import { findAddressFaults } from './checking/address-problems.ts';
import { findAliasFaults } from './checking/alias-problems.ts';
import { createCatalogue, inFile, type Catalogue, type Institute } from './checking/catalogue.ts';
import { findComponentFaults } from './checking/component-problems.ts';
import { readEntries, type Entry } from './checking/entry.ts';
import { sortFaults, type Fault } from './checking/problem.ts';
import { findLinkFaults, type LinkRules } from './checking/link-problems.ts';
import { findReferenceFaults } from './checking/reference-problems.ts';
import { findCircles, findCreditFaults, findSameCode } from './checking/catalogue-problems.ts';
import { findDateFaults } from './checking/term-problems.ts';
import { findHeadingFaults, findImageFaults } from './checking/text-problems.ts';
import { collectionNames, contentCollections, type CollectionName } from './collections.ts';
import { listRedirects, type Redirect } from './redirects.ts';
import type { Day } from './terms.ts';

export type CheckOptions = {
  /** The folder that has the collections in it. */
  directory: string;
  institute: Institute;
  today: Day;
  /** Addresses that are there without a content file, also files of public/; `/api/*` means all below it. */
  routes?: readonly string[];
  /** How grave broken links and images in the handbook are; a build only warns of them. */
  handbookLinks?: 'fault' | 'warning';
  /** Anchors that a collection's layout adds to each of its pages. */
  layoutAnchors?: Readonly<Partial<Record<CollectionName, readonly string[]>>>;
};

const defaultRoutes: readonly string[] = [
  ...collectionNames.map((name) => contentCollections[name].base || '/'),
  '/search',
  ...['/llms.txt', '/llms-full.txt', '/robots.txt'],
];

/** Checks all content at once. Files that cannot be read are told of, whatever else is wrong. */
export async function checkContent(options: CheckOptions): Promise<Fault[]> {
  return (await checkAndCount(options)).faults;
}

/** The same, with the number of files that were read. */
export async function checkAndCount(options: CheckOptions): Promise<{ faults: Fault[]; fileCount: number }> {
  const { faults, entries } = await checkAndRead(options);
  return { faults, fileCount: entries.length };
}

/** What a check comes to: the faults, all that was read, and where former addresses lead. */
export type CheckedContent = { faults: Fault[]; entries: Entry[]; redirects: Redirect[] };

/** The same, with all that was read. */
export async function checkAndRead(options: CheckOptions): Promise<CheckedContent> {
  const entries = await readEntries(options.directory, options.today);
  const catalogue = createCatalogue(entries, options.routes ?? defaultRoutes);
  const rules: LinkRules = {
    handbook: options.handbookLinks ?? 'fault',
    layoutAnchors: options.layoutAnchors ?? {},
  };
  const faults = entries.flatMap((entry) =>
    inFile(entry, checkEntry(entry, { ...options, catalogue, rules })),
  );
  const circles = findCircles(catalogue).flatMap(({ entry, finding }) => inFile(entry, [finding]));
  return { faults: sortFaults([...faults, ...circles]), entries, redirects: listRedirects(catalogue) };
}

function checkEntry(
  entry: Entry,
  { catalogue, rules, institute, today }: CheckOptions & { catalogue: Catalogue; rules: LinkRules },
) {
  return [
    ...entry.findings,
    ...findComponentFaults(entry.outline),
    ...findHeadingFaults(entry.outline),
    ...findImageFaults(entry, catalogue, rules.handbook),
    ...findLinkFaults(entry, catalogue, rules),
    ...findReferenceFaults(entry, { catalogue, institute, today }),
    ...findDateFaults(entry, { institute, today }),
    ...findCreditFaults(entry, catalogue),
    ...findSameCode(entry, catalogue),
    ...findAddressFaults(entry, catalogue),
    ...findAliasFaults(entry, catalogue),
  ];
}
