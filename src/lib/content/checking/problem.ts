/** The names of fields, and the positions in lists, that lead to a field of front matter. */
export type FieldPath = readonly PropertyKey[];

/** `fatal` stops a build, `error` fails the check, `warning` does neither. */
export type Severity = 'fatal' | 'error' | 'warning';

/** Both texts start in lower case and have no full stop: they are printed as `file:line: message: fix`. */
export type Explanation = {
  /** What is wrong. */
  message: string;
  /** How to fix it. */
  fix: string;
  /** Whether a field only has to be filled in. Where the field is named, the message need not name it. */
  isEmpty?: true;
};

/** A finding that duplicates of these course codes may cause. */
export type CourseFinding = Finding & { codes?: readonly string[] };

/** A problem in a file. The caller knows which file. */
export type Finding = Explanation & {
  /** From 1, counted in the whole file. */
  line: number;
  /** The field of front matter that has the problem, also one that is missing. */
  field?: FieldPath | undefined;
  severity: Severity;
  /** The address of the missing entry that it refers or links to, such as `/people#ines-calder`. */
  missing?: string;
};

/** The place of a problem in the front matter. */
export function placeOf(
  frontMatter: { lineOf: (path: FieldPath) => number } | undefined,
  field: FieldPath,
): Required<Pick<Finding, 'line' | 'field'>> {
  return { line: frontMatter?.lineOf(field) ?? 1, field };
}

/** A problem that an editor has to fix, or should look at. */
export type ContentProblem = Finding & {
  /** Relative to the working directory. */
  file: string;
};

const severities: readonly Severity[] = ['fatal', 'error', 'warning'];

/** Sorts by file, line and severity. */
export function sortProblems(problems: readonly ContentProblem[]): ContentProblem[] {
  return problems.toSorted(
    (a, b) =>
      compare(a.file, b.file) ||
      a.line - b.line ||
      severities.indexOf(a.severity) - severities.indexOf(b.severity),
  );
}

/** Compares code units, the same order in which files are read. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Writes a line for each problem, with an empty line between files. Expects sorted problems. */
export function formatProblems(problems: readonly ContentProblem[]): string {
  const groups = Map.groupBy(problems, ({ file }) => file);
  return [...groups.values()].map((group) => group.map(formatProblem).join('\n')).join('\n\n');
}

function formatProblem({ file, line, message, fix, severity }: ContentProblem): string {
  const explanation = `${message}: ${fix}`.replaceAll(/\s+/g, ' ');
  return `${file}:${line}: ${severity === 'warning' ? 'warning: ' : ''}${explanation}`;
}

/** `40 files checked: 3 errors (1 stops a build), 1 warning` */
export function summarize(problems: readonly ContentProblem[], fileCount: number): string {
  const number = (severity: Severity) => problems.filter((problem) => problem.severity === severity).length;
  const fatal = number('fatal');
  const errors = fatal + number('error');
  const warnings = number('warning');
  const found = errors === 0 ? `no ${warnings === 0 ? 'problems' : 'errors'}` : count(errors, 'error');
  const stopping = fatal === 0 ? '' : ` (${fatal} ${fatal === 1 ? 'stops' : 'stop'} a build)`;
  const warned = warnings === 0 ? '' : `, ${count(warnings, 'warning')}`;
  return `${count(fileCount, 'file')} checked: ${found}${stopping}${warned}`;
}

export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
