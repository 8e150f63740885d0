import { codeOf, type ContentIndex } from './content-index.ts';
import type { Entry } from './entry.ts';
import { placeOf, type ContentProblem, type CourseFinding } from './problem.ts';

type CourseProblem = ContentProblem & CourseFinding;
type Duplicate = { code: string; entry: Entry; first: Entry };

const maxFilesNamed = 3;

/**
 * Reports course codes that two files have, and returns the other problems. Problems that a duplicate may cause, such
 * as a missing code or wrong credits, are only counted in its message.
 */
export function foldDuplicateCodes(
  problems: readonly CourseProblem[],
  index: ContentIndex,
): { duplicates: ContentProblem[]; others: ContentProblem[] } {
  const duplicates = findDuplicates(index);
  const causeOf = ({ codes = [] }: CourseProblem): Duplicate | undefined =>
    duplicates.find(({ code }) => codes.includes(code)) ??
    (codes.some((code) => !index.courses.has(code)) ? duplicates[0] : undefined);
  const groups = Map.groupBy(problems, causeOf);
  return {
    duplicates: duplicates.map((duplicate) => explain(duplicate, groups.get(duplicate) ?? [])),
    others: (groups.get(undefined) ?? []).map(({ codes: _codes, ...problem }) => problem),
  };
}

function findDuplicates({ entries, courses }: ContentIndex): Duplicate[] {
  return entries.flatMap((entry) => {
    const code = entry.collection === 'courses' ? codeOf(entry) : undefined;
    const first = code === undefined ? undefined : courses.get(code);
    return code === undefined || !first || first === entry ? [] : [{ code, entry, first }];
  });
}

function explain({ code, entry, first }: Duplicate, consequences: readonly CourseProblem[]): ContentProblem {
  return {
    file: entry.file,
    ...placeOf(entry.frontMatter, ['code']),
    message: `the code ${code} is already used by ${first.file}${describe(consequences)}`,
    fix: 'give one of the two courses another code',
    severity: 'error',
  };
}

function describe(consequences: readonly CourseProblem[]): string {
  const count = consequences.length;
  if (count === 0) return '';
  const files = [...new Set(consequences.map(({ file }) => file))];
  const named = files.slice(0, maxFilesNamed).join(', ');
  const more = files.length > maxFilesNamed ? ` and ${files.length - maxFilesNamed} more` : '';
  return `, which may cause ${count} other ${count === 1 ? 'problem' : 'problems'} (${named}${more})`;
}
