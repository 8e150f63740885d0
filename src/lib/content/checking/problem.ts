/** `fatal` stops a build, `error` fails the check, `warning` does neither. */
export type Severity = 'fatal' | 'error' | 'warning';

/** Something that an editor has to fix, or should look at. */
export type ContentProblem = {
  /** Relative to the folder in which the command runs. */
  file: string;
  /** From 1, counted in the whole file. */
  line: number;
  column?: number;
  /** What is wrong, with no full stop. */
  message: string;
  /** How to fix it, with no full stop. */
  fix: string;
  severity: Severity;
};

/** What a check finds in a file it was given; the caller knows the file. */
export type Finding = Omit<ContentProblem, 'file'>;

/** By file, then by line, the gravest of a line first. */
export function sortProblems(problems: readonly ContentProblem[]): ContentProblem[] {
  const order: Severity[] = ['fatal', 'error', 'warning'];
  return problems.toSorted(
    (a, b) =>
      compare(a.file, b.file) ||
      a.line - b.line ||
      order.indexOf(a.severity) - order.indexOf(b.severity) ||
      (a.column ?? 0) - (b.column ?? 0),
  );
}

/** `file:line: what is wrong: how to fix it`; warnings say that they are no more than that. */
function formatProblem({ file, line, message, fix, severity }: ContentProblem): string {
  const said = `${message}: ${fix}`.replaceAll(/\s+/g, ' ');
  return `${file}:${line}: ${severity === 'warning' ? 'warning: ' : ''}${said}`;
}

/** One line for each problem, with an empty line between files. */
export function formatProblems(problems: readonly ContentProblem[]): string {
  const groups = Map.groupBy(sortProblems(problems), ({ file }) => file);
  return [...groups.values()].map((group) => group.map(formatProblem).join('\n')).join('\n\n');
}

/** Whether a build has to stop. */
export function isBuildStopped(problems: readonly ContentProblem[]): boolean {
  return problems.some(({ severity }) => severity === 'fatal');
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
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

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
