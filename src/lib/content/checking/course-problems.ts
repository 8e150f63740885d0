import { codeOf, type ContentIndex } from './content-index.ts';
import type { Entry } from './entry.ts';
import type { Finding } from './problem.ts';

/** Programs whose stages do not come to the credits that the program promises. */
export function findCreditProblems(entry: Entry, { courses }: ContentIndex): Finding[] {
  const data = entry.frontMatter?.data;
  const promised = data?.['credits'];
  if (entry.collection !== 'programs' || !Array.isArray(data?.['stages']) || typeof promised !== 'number')
    return [];

  let [least, most] = [0, 0];
  for (const stage of data['stages'] as ({ courses?: unknown; choose?: unknown } | null)[]) {
    const codes: unknown[] = Array.isArray(stage?.courses) ? stage.courses : [];
    const credits = codes.map((code) => courses.get(String(code))?.frontMatter?.data['credits']);
    // What is wrong with a course is told where it is; there is nothing to add up meanwhile.
    if (!credits.every((value) => typeof value === 'number')) return [];
    const count = typeof stage?.choose === 'number' ? stage.choose : credits.length;
    if (count > credits.length) return [tooFew(entry, count, credits.length)];
    const sorted = credits.toSorted((a, b) => a - b);
    least += sum(sorted.slice(0, count));
    most += sum(sorted.slice(sorted.length - count));
  }
  if (least <= promised && promised <= most) return [];
  const found = least === most ? `${least}` : `${least} to ${most}`;
  return [
    {
      line: entry.frontMatter?.lineOf(['credits']) ?? 1,
      message: `the courses of the stages come to ${found} credits, not ${promised}`,
      fix: `write credits: ${least}, or change the courses of a stage or how many to choose`,
      severity: 'error',
    },
  ];
}

function tooFew({ frontMatter }: Entry, count: number, there: number): Finding {
  return {
    line: frontMatter?.lineOf(['stages']) ?? 1,
    message: `a stage lets students choose ${count} courses of ${there}`,
    fix: 'choose fewer, or add courses to the stage',
    severity: 'error',
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Prerequisites that come back to where they began; each circle is told once. */
export function findCircles({ courses }: ContentIndex): { entry: Entry; finding: Finding }[] {
  const done = new Set<string>();
  const circles = new Map<string, string[]>();
  const follow = (code: string, trail: readonly string[]) => {
    const from = trail.indexOf(code);
    if (from !== -1) {
      const circle = turned(trail.slice(from));
      circles.set(circle.join(), circle);
      return;
    }
    if (done.has(code)) return;
    for (const next of prerequisitesOf(courses.get(code))) follow(next, [...trail, code]);
    done.add(code);
  };
  for (const code of [...courses.keys()].toSorted()) follow(code, []);
  return [...circles.values()].flatMap((circle) => {
    const entry = courses.get(circle[0] ?? '');
    return entry ? [{ entry, finding: sayCircle(circle, entry) }] : [];
  });
}

function sayCircle(circle: readonly string[], entry: Entry): Finding {
  const whole = [...circle, circle[0] ?? ''].join(' needs ');
  return {
    line: entry.frontMatter?.lineOf(['prerequisites']) ?? 1,
    message:
      circle.length === 1
        ? `${circle[0] ?? ''} is its own prerequisite`
        : `the prerequisites go in a circle: ${whole}`,
    fix: 'take one of these courses out of the prerequisites of the one before it',
    severity: 'error',
  };
}

/** The same circle, told from its first code. */
function turned(circle: readonly string[]): string[] {
  const start = circle.indexOf(circle.toSorted()[0] ?? '');
  return [...circle.slice(start), ...circle.slice(0, start)];
}

function prerequisitesOf(entry: Entry | undefined): string[] {
  const codes = entry?.frontMatter?.data['prerequisites'];
  return Array.isArray(codes) ? codes.map(String) : [];
}

/** Codes that an earlier file has already. */
export function findSameCode(entry: Entry, { courses }: ContentIndex): Finding[] {
  const code = entry.collection === 'courses' ? codeOf(entry) : undefined;
  const first = code === undefined ? undefined : courses.get(code);
  if (code === undefined || !first || first === entry) return [];
  return [
    {
      line: entry.frontMatter?.lineOf(['code']) ?? 1,
      message: `the code ${code} belongs to ${first.file} already`,
      fix: 'give one of the two courses another code',
      severity: 'error',
    },
  ];
}
