/**
 * `stops`: a build cannot go on. `fault`: the check fails, a build only tells. `warning`: worth knowing.
 */
export type Severity = 'stops' | 'fault' | 'warning';

/** Something that an editor has to mend, or should look at. */
export type Fault = {
  /** Relative to the folder in which the command runs. */
  file: string;
  /** From 1, counted in the whole file. */
  line: number;
  column?: number;
  /** What is wrong, with no full stop. */
  message: string;
  /** How to mend it, with no full stop. */
  mend: string;
  severity: Severity;
};

/** What a check finds in a file it was given; the caller knows the file. */
export type Finding = Omit<Fault, 'file'>;

/** By file, then by line, the gravest of a line first. */
export function sortFaults(faults: readonly Fault[]): Fault[] {
  const order: Severity[] = ['stops', 'fault', 'warning'];
  return faults.toSorted(
    (a, b) =>
      compare(a.file, b.file) ||
      a.line - b.line ||
      order.indexOf(a.severity) - order.indexOf(b.severity) ||
      (a.column ?? 0) - (b.column ?? 0),
  );
}

/** `file:line: what is wrong: how to mend it`; warnings say that they are no more than that. */
function formatFault({ file, line, message, mend, severity }: Fault): string {
  const said = `${message}: ${mend}`.replaceAll(/\s+/g, ' ');
  return `${file}:${line}: ${severity === 'warning' ? 'warning: ' : ''}${said}`;
}

/** One line for each fault, with an empty line between files. */
export function formatFaults(faults: readonly Fault[]): string {
  const groups = Map.groupBy(sortFaults(faults), ({ file }) => file);
  return [...groups.values()].map((group) => group.map(formatFault).join('\n')).join('\n\n');
}

/** Whether a build has to stop. */
export function isBuildStopped(faults: readonly Fault[]): boolean {
  return faults.some(({ severity }) => severity === 'stops');
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** What a check comes to, in one line: `2 faults and 1 warning in 40 files`. */
export function summarize(faults: readonly Fault[], fileCount: number): string {
  const warnings = faults.filter(({ severity }) => severity === 'warning').length;
  const stops = faults.filter(({ severity }) => severity === 'stops').length;
  const grave = faults.length - warnings;
  const counted = grave === 0 ? 'no faults' : count(grave, 'fault');
  const stopping = stops > 0 ? `, of which ${stops} would stop a build` : '';
  const warned = warnings > 0 ? ` and ${count(warnings, 'warning')}` : '';
  return `${counted}${warned} in ${count(fileCount, 'file')}${stopping}`;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
