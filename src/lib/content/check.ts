import {
  findAddressProblems,
  findAliasProblems,
  listRedirects,
  type Redirect,
} from './checking/address-problems.ts';
import { findComponentProblems } from './checking/component-problems.ts';
import { createContentIndex, type ContentIndex, type InstituteFacts } from './checking/content-index.ts';
import { findCircles, findCreditProblems, findPriceProblems } from './checking/course-problems.ts';
import { readEntries, type Entry } from './checking/entry.ts';
import { findLinkProblems } from './checking/link-problems.ts';
import { sortProblems, type ContentProblem, type CourseFinding, type Finding } from './checking/problem.ts';
import { foldDuplicateCodes } from './checking/same-code.ts';
import { readSettingsFiles, type SettingsFile } from './checking/settings-file.ts';
import { findSettingsProblems } from './checking/settings-problems.ts';
import { withoutPublishedNotes } from './checking/placeholder-problems.ts';
import { findPictureProblems } from './checking/picture-problems.ts';
import { findReferenceProblems } from './checking/reference-problems.ts';
import { findScheduleProblems, findSkippedTimes } from './checking/schedule-problems.ts';
import { findInstituteProblems, type InstituteFile } from './checking/institute-file.ts';
import { findVanishedAddresses, type PublishedAddress } from './checking/vanished-addresses.ts';
import { findDateProblems } from './checking/term-problems.ts';
import { findHtmlProblems } from './checking/html-problems.ts';
import { findHeadingProblems, findImageProblems } from './checking/text-problems.ts';
import { whyNotPublicFile } from './taken-addresses.ts';
import { dayIn } from './terms.ts';

type CheckOptions = {
  institute: InstituteFacts;
  now: Date;
  /** Addresses of the product, from `listRoutes`. */
  routes: readonly string[];
  /** Addresses of the institute's public files. */
  publicAddresses?: readonly string[];
  /** If undefined, `institute.yaml` is not checked. */
  instituteFile?: InstituteFile | undefined;
  /** Whether the picture at a path exists. By default, checks the disk. */
  hasFile?: (path: string) => boolean;
  /**
   * The files of the last publication, by path below the content folder. New files cannot take their addresses, and
   * sentences of templates in them may stay.
   */
  published?: {
    has(path: string): boolean;
    get(path: string): { text?: string | undefined } | undefined;
  };
  /** The addresses of the last publication. If undefined, vanished addresses are not reported. */
  previousAddresses?: readonly PublishedAddress[];
};

export type CheckedContent = {
  problems: ContentProblem[];
  entries: Entry[];
  settings: readonly SettingsFile[];
  redirects: Redirect[];
};

/** Reads and checks all content in a folder. The problems are sorted, with duplicate course codes first. */
export async function checkContent({
  directory,
  ...options
}: CheckOptions & { directory: string }): Promise<CheckedContent> {
  const clock = { now: options.now, timeZone: options.institute.timeZone };
  const [entries, settings] = await Promise.all([
    readEntries(directory, clock),
    readSettingsFiles(directory),
  ]);
  return checkEntries(entries, { ...options, settings });
}

export function checkEntries(
  entries: Entry[],
  options: CheckOptions & { settings: readonly SettingsFile[] },
): CheckedContent {
  const index = createContentIndex(entries, options);
  const problems = entries.flatMap((entry) =>
    findProblems(entry, index, options).map((finding) => ({ file: entry.file, ...finding })),
  );
  const { duplicates, others } = foldDuplicateCodes([...problems, ...findCircles(index)], index);
  const { instituteFile, settings, now, institute } = options;
  const clock = { now, timeZone: institute.timeZone };
  const ofInstitute = instituteFile ? findInstituteProblems(instituteFile, index) : [];
  const ofSettings = findSettingsProblems(settings, { index, clock });
  const ofPublicFiles = findPublicFileProblems(options);
  const vanished = findVanishedAddresses(options.previousAddresses ?? [], index);
  return {
    problems: [
      ...sortProblems(duplicates),
      ...sortProblems([...others, ...ofInstitute, ...ofSettings, ...ofPublicFiles, ...vanished]),
    ],
    entries,
    settings,
    redirects: listRedirects(index),
  };
}

function findPublicFileProblems({ routes, publicAddresses = [] }: CheckOptions): ContentProblem[] {
  const ofProduct = new Set(routes);
  return publicAddresses.flatMap((address) => {
    const problem = whyNotPublicFile(address, ofProduct);
    return problem ? [{ file: `public${address}`, line: 1, severity: 'warning' as const, ...problem }] : [];
  });
}

/**
 * Checks one of the entries, which is much faster than checking all of them.
 * @param path path of the entry's file
 */
export function checkEntry(path: string, entries: Entry[], options: CheckOptions): Finding[] {
  const entry = entries.find((each) => each.path === path);
  if (!entry) return [];
  const index = createContentIndex(entries, options);
  const problems = findProblems(entry, index, options).map((finding) => ({ file: entry.file, ...finding }));
  const { duplicates, others } = foldDuplicateCodes([...problems, ...findCircles(index)], index);
  const own = [...duplicates, ...others].filter(({ file }) => file === entry.file);
  return sortProblems(own).map(({ file: _file, ...finding }) => finding);
}

const timeFields = ['starts', 'ends', 'publishAt', 'unpublishAt'];

function findProblems(
  entry: Entry,
  index: ContentIndex,
  { institute, now, published }: CheckOptions,
): CourseFinding[] {
  const today = dayIn(institute.timeZone, now);
  return [
    ...entry.findings,
    ...withoutPublishedNotes(entry.notes, published?.get(`${entry.collection}/${entry.name}`)?.text),
    ...findComponentProblems(entry.outline),
    ...findHtmlProblems(entry.outline),
    ...findHeadingProblems(entry.outline),
    ...findImageProblems(entry, index),
    ...findPictureProblems(entry, index),
    ...findLinkProblems(entry, index),
    ...findReferenceProblems(entry, { index, institute, today }),
    ...findDateProblems(entry, { institute, today }),
    ...(entry.frontMatter ? findSkippedTimes(entry.frontMatter, timeFields, institute.timeZone) : []),
    ...findScheduleProblems(entry, { now, timeZone: institute.timeZone }),
    ...findCreditProblems(entry, index),
    ...findPriceProblems(entry, index),
    ...findAddressProblems(entry, index),
    ...findAliasProblems(entry, index),
  ];
}
