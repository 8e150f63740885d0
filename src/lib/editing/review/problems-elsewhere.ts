import { instituteFileName } from '#lib/content/checking/institute-file.ts';
import type { ParsedEntry } from '#lib/content/checking/entry.ts';
import type { ContentProblem } from '#lib/content/checking/problem.ts';
import type { SourceFile, Sources } from '#lib/publishing/activation/sources.ts';

type Options = {
  /** Returns all problems. Their files are paths in the content folder. */
  check: (sources: Sources, now: Date, published: Sources) => readonly ContentProblem[];
  /** Undefined for a file that is not an entry. */
  parse: (file: SourceFile) => ParsedEntry | undefined;
};

/** How long the problems of the published files are cached, in milliseconds. Some problems depend on the date. */
const maxAge = 60_000;
/** Fields that cannot cause problems in other entries. */
const ownFields = new Set(['title', 'summary', 'name']);

/**
 * Creates a function that lists the problems that unsaved files cause in other files. Checking everything takes 100 ms
 * at 1,000 pages, so it runs only when something changed that other files can refer to.
 */
export function createProblemsElsewhere({ check, parse }: Options) {
  const known = new WeakMap<Sources, { at: number; problems: ReadonlySet<string> }>();
  let last: { published: Sources; key: string; at: number; problems: readonly ContentProblem[] } | undefined;

  function knownProblems(published: Sources, now: Date): ReadonlySet<string> {
    const cached = known.get(published);
    if (cached && now.getTime() - cached.at < maxAge) return cached.problems;
    const problems = new Set(check(published, now, published).map(nameOf));
    known.set(published, { at: now.getTime(), problems });
    return problems;
  }

  /** What other entries can refer to: fields, headings, and whether the file exists. */
  function targetsOf(file: SourceFile | undefined): unknown {
    const entry = file && parse(file);
    // The facts of the institute have the keys that entries use, such as subjects.
    if (!entry) return file?.path === instituteFileName ? file.text : file !== undefined;
    const { frontMatter, outline, findings } = entry;
    const fields = Object.entries(frontMatter?.data ?? {}).filter(([name]) => !ownFields.has(name));
    return [fields, [...outline.anchors], findings.some(({ severity }) => severity === 'fatal')];
  }

  return (published: Sources, next: Sources, { changed, now }: { changed: readonly string[]; now: Date }) => {
    const targets = (sources: Sources) =>
      JSON.stringify(changed.map((path) => [path, targetsOf(sources.get(path))]));
    const key = targets(next);
    if (key === targets(published)) return [];
    const isKnown = last?.published === published && last.key === key;
    if (last && isKnown && now.getTime() - last.at < maxAge) return last.problems;
    const before = knownProblems(published, now);
    const problems = check(next, now, published).filter(
      (problem) => !changed.includes(problem.file) && !before.has(nameOf(problem)),
    );
    last = { published, key, at: now.getTime(), problems };
    return problems;
  };
}

function nameOf({ file, line, message }: ContentProblem): string {
  return `${file}:${line}: ${message}`;
}
