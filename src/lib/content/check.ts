import {
  findAddressProblems,
  findAliasProblems,
  listRedirects,
  type Redirect,
} from './checking/address-problems.ts';
import { findComponentProblems } from './checking/component-problems.ts';
import { createContentIndex, type ContentIndex, type InstituteFacts } from './checking/content-index.ts';
import { findCircles, findCreditProblems } from './checking/course-problems.ts';
import { readEntries, type Entry } from './checking/entry.ts';
import { findLinkProblems } from './checking/link-problems.ts';
import { sortProblems, type ContentProblem, type CourseFinding } from './checking/problem.ts';
import { foldDuplicateCodes } from './checking/same-code.ts';
import { findReferenceProblems } from './checking/reference-problems.ts';
import { findScheduleProblems } from './checking/schedule-problems.ts';
import { findDateProblems } from './checking/term-problems.ts';
import { findHtmlProblems } from './checking/html-problems.ts';
import { findHeadingProblems, findImageProblems } from './checking/text-problems.ts';
import { dayIn } from './terms.ts';

type CheckOptions = {
  institute: InstituteFacts;
  now: Date;
  /** Addresses without a content file, from `listRoutes`. */
  routes: readonly string[];
};

export type CheckedContent = { problems: ContentProblem[]; entries: Entry[]; redirects: Redirect[] };

/** Reads and checks all content in a folder with the collections. The problems are sorted, duplicate course codes first. */
export async function checkContent({
  directory,
  ...options
}: CheckOptions & { directory: string }): Promise<CheckedContent> {
  const clock = { now: options.now, timeZone: options.institute.timeZone };
  return checkEntries(await readEntries(directory, clock), options);
}

export function checkEntries(entries: Entry[], options: CheckOptions): CheckedContent {
  const index = createContentIndex(entries, options.routes);
  const problems = entries.flatMap((entry) =>
    checkEntry(entry, index, options).map((finding) => ({ file: entry.file, ...finding })),
  );
  const { duplicates, others } = foldDuplicateCodes([...problems, ...findCircles(index)], index);
  return {
    problems: [...sortProblems(duplicates), ...sortProblems(others)],
    entries,
    redirects: listRedirects(index),
  };
}

function checkEntry(entry: Entry, index: ContentIndex, { institute, now }: CheckOptions): CourseFinding[] {
  const today = dayIn(institute.timeZone, now);
  return [
    ...entry.findings,
    ...findComponentProblems(entry.outline),
    ...findHtmlProblems(entry.outline),
    ...findHeadingProblems(entry.outline),
    ...findImageProblems(entry, index),
    ...findLinkProblems(entry, index),
    ...findReferenceProblems(entry, { index, institute, today }),
    ...findDateProblems(entry, { institute, today }),
    ...findScheduleProblems(entry, { now, timeZone: institute.timeZone }),
    ...findCreditProblems(entry, index),
    ...findAddressProblems(entry, index),
    ...findAliasProblems(entry, index),
  ];
}
