import { findAddressProblems } from './checking/address-problems.ts';
import { findAliasProblems } from './checking/alias-problems.ts';
import {
  createContentIndex,
  inFile,
  type ContentIndex,
  type InstituteFacts,
} from './checking/content-index.ts';
import { findComponentProblems } from './checking/component-problems.ts';
import { readEntries, type Entry } from './checking/entry.ts';
import { sortProblems, type ContentProblem } from './checking/problem.ts';
import { findLinkProblems, type LinkRules } from './checking/link-problems.ts';
import { findReferenceProblems } from './checking/reference-problems.ts';
import { findCircles, findCreditProblems, findSameCode } from './checking/course-problems.ts';
import { findDateProblems } from './checking/term-problems.ts';
import { findHeadingProblems, findImageProblems } from './checking/text-problems.ts';
import { collectionNames, contentCollections, type CollectionName } from './collections.ts';
import { listRedirects, type Redirect } from './redirects.ts';
import type { Day } from './terms.ts';

export type CheckOptions = {
  /** The folder that has the collections in it. */
  directory: string;
  institute: InstituteFacts;
  today: Day;
  /** Addresses that are there without a content file, also files of public/; `/api/*` means all below it. */
  routes?: readonly string[];
  /** How grave broken links and images in the handbook are; a build only warns of them. */
  handbookLinks?: 'error' | 'warning';
  /** Anchors that a collection's layout adds to each of its pages. */
  layoutAnchors?: Readonly<Partial<Record<CollectionName, readonly string[]>>>;
};

const defaultRoutes: readonly string[] = [
  ...collectionNames.map((name) => contentCollections[name].base || '/'),
  '/search',
  ...['/llms.txt', '/llms-full.txt', '/robots.txt'],
];

/** Checks all content at once. Files that cannot be read are told of, whatever else is wrong. */
export async function checkContent(options: CheckOptions): Promise<ContentProblem[]> {
  return (await checkAndCount(options)).problems;
}

/** The same, with the number of files that were read. */
export async function checkAndCount(
  options: CheckOptions,
): Promise<{ problems: ContentProblem[]; fileCount: number }> {
  const { problems, entries } = await checkAndRead(options);
  return { problems, fileCount: entries.length };
}

/** What a check comes to: the problems, all that was read, and where former addresses lead. */
export type CheckedContent = { problems: ContentProblem[]; entries: Entry[]; redirects: Redirect[] };

/** The same, with all that was read. */
export async function checkAndRead(options: CheckOptions): Promise<CheckedContent> {
  const entries = await readEntries(options.directory, options.today);
  const index = createContentIndex(entries, options.routes ?? defaultRoutes);
  const rules: LinkRules = {
    handbook: options.handbookLinks ?? 'error',
    layoutAnchors: options.layoutAnchors ?? {},
  };
  const problems = entries.flatMap((entry) => inFile(entry, checkEntry(entry, { ...options, index, rules })));
  const circles = findCircles(index).flatMap(({ entry, finding }) => inFile(entry, [finding]));
  return { problems: sortProblems([...problems, ...circles]), entries, redirects: listRedirects(index) };
}

function checkEntry(
  entry: Entry,
  { index, rules, institute, today }: CheckOptions & { index: ContentIndex; rules: LinkRules },
) {
  return [
    ...entry.findings,
    ...findComponentProblems(entry.outline),
    ...findHeadingProblems(entry.outline),
    ...findImageProblems(entry, index, rules.handbook),
    ...findLinkProblems(entry, index, rules),
    ...findReferenceProblems(entry, { index, institute, today }),
    ...findDateProblems(entry, { institute, today }),
    ...findCreditProblems(entry, index),
    ...findSameCode(entry, index),
    ...findAddressProblems(entry, index),
    ...findAliasProblems(entry, index),
  ];
}
