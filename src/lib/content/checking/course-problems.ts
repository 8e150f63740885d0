import type { ContentIndex } from './content-index.ts';
import type { Entry } from './entry.ts';
import type { ContentProblem, CourseFinding } from './problem.ts';

/** Programs with stages that cannot add up to the credits of the program. */
export function findCreditProblems(entry: Entry, { courses }: ContentIndex): CourseFinding[] {
  const { data, lineOf } = entry.frontMatter ?? {};
  const expected = data?.['credits'];
  const stages: unknown = data?.['stages'];
  if (!lineOf || entry.collection !== 'programs') return [];
  if (!Array.isArray(stages) || typeof expected !== 'number') return [];

  let [least, most] = [0, 0];
  const used: string[] = [];
  for (const stage of stages as ({ courses?: unknown; choose?: unknown } | null)[]) {
    const codes: unknown[] = Array.isArray(stage?.courses) ? stage.courses : [];
    used.push(...codes.map(String));
    const credits = codes.map((code) => courses.get(String(code))?.frontMatter?.data['credits']);
    // A course that is missing or invalid is reported elsewhere.
    if (!credits.every((value) => typeof value === 'number')) return [];
    const count = typeof stage?.choose === 'number' ? stage.choose : credits.length;
    if (count > credits.length) {
      return [
        {
          line: lineOf(['stages']),
          message: `a stage lets students choose ${count} of ${credits.length} courses`,
          fix: 'lower the number in "choose", or add courses to the stage',
          severity: 'error',
        },
      ];
    }
    const sorted = credits.toSorted((a, b) => a - b);
    least += sum(sorted.slice(0, count));
    most += sum(sorted.slice(sorted.length - count));
  }
  if (least <= expected && expected <= most) return [];
  const found = least === most ? `${least}` : `${least} to ${most}`;
  return [
    {
      line: lineOf(['credits']),
      message: `the courses of the stages add up to ${found} credits, not ${expected}`,
      fix: `write credits: ${least}, or change the courses of a stage or how many students choose`,
      severity: 'error',
      codes: used,
    },
  ];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Circular prerequisites, each circle once. */
export function findCircles({ courses }: ContentIndex): (ContentProblem & CourseFinding)[] {
  const done = new Set<string>();
  const circles = new Map<string, string[]>();
  const follow = (code: string, path: readonly string[]) => {
    const start = path.indexOf(code);
    if (start !== -1) {
      const circle = startWithSmallest(path.slice(start));
      circles.set(circle.join(), circle);
      return;
    }
    if (done.has(code)) return;
    for (const next of prerequisitesOf(courses.get(code))) follow(next, [...path, code]);
    done.add(code);
  };
  for (const code of [...courses.keys()].toSorted()) follow(code, []);
  return [...circles.values()].flatMap(([first = '', ...rest]): (ContentProblem & CourseFinding)[] => {
    const entry = courses.get(first);
    if (!entry) return [];
    return [
      {
        file: entry.file,
        line: entry.frontMatter?.lineOf(['prerequisites']) ?? 1,
        message:
          rest.length === 0
            ? `${first} is its own prerequisite`
            : `the prerequisites form a circle (${[first, ...rest, first].join(' needs ')})`,
        fix: 'remove one of these courses from the prerequisites of the one before it',
        severity: 'error',
        codes: [first, ...rest],
      },
    ];
  });
}

/** The same circle, always from the same code. */
function startWithSmallest(circle: readonly string[]): string[] {
  const start = circle.indexOf(circle.toSorted()[0] ?? '');
  return [...circle.slice(start), ...circle.slice(0, start)];
}

function prerequisitesOf(entry: Entry | undefined): string[] {
  const codes = entry?.frontMatter?.data['prerequisites'];
  return Array.isArray(codes) ? codes.map(String) : [];
}
