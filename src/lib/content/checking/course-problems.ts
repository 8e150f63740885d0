import { sumOfStages } from '#lib/content/program-fee.ts';
import type { ContentIndex } from './content-index.ts';
import type { Entry } from './entry.ts';
import { placeOf, type ContentProblem, type CourseFinding, type Finding } from './problem.ts';
import { plainText } from './tags.ts';

/** Reports a program if the courses of its stages cannot add up to its credits. */
export function findCreditProblems(entry: Entry, { courses }: ContentIndex): CourseFinding[] {
  const { frontMatter } = entry;
  const expected = frontMatter?.data['credits'];
  const stages: unknown = frontMatter?.data['stages'];
  if (entry.collection !== 'programs') return [];
  if (!Array.isArray(stages) || typeof expected !== 'number') return [];

  const read: { courses: number[]; choose: number }[] = [];
  const used: string[] = [];
  for (const stage of stages as ({ courses?: unknown; choose?: unknown } | null)[]) {
    const codes: unknown[] = Array.isArray(stage?.courses) ? stage.courses : [];
    used.push(...codes.map(String));
    const credits = codes.map((code) => courses.get(String(code))?.frontMatter?.data['credits']);
    // Other checks report courses that are missing or invalid.
    if (!credits.every((value) => typeof value === 'number')) return [];
    const count = typeof stage?.choose === 'number' ? stage.choose : credits.length;
    if (count > credits.length) {
      return [
        {
          ...placeOf(frontMatter, ['stages']),
          message: `a stage lets students choose ${count} of ${credits.length} courses`,
          fix: 'lower the number in "choose", or add courses to the stage',
          severity: 'error',
        },
      ];
    }
    read.push({ courses: credits, choose: count });
  }
  const { least, most } = sumOfStages(read, (credits) => credits);
  if (least <= expected && expected <= most) return [];
  const found = least === most ? `${least}` : `${least} to ${most}`;
  return [
    {
      ...placeOf(frontMatter, ['credits']),
      message: `the courses of the stages add up to ${found} credits, not ${expected}`,
      fix: `write credits: ${least}, or change the courses of a stage or how many students choose`,
      severity: 'error',
      codes: used,
    },
  ];
}

/** Reports prices of a credit at a level that no course has. */
export function findPriceProblems({ outline }: Entry, { courses }: ContentIndex): Finding[] {
  const levels = new Set([...courses.values()].map(({ frontMatter }) => String(frontMatter?.data['level'])));
  return outline.components.flatMap(({ name, attributes }): Finding[] => {
    const level = name === 'CreditPrice' ? attributes.get('level') : undefined;
    const value = plainText(level?.value);
    if (!level || value === undefined || levels.has(value)) return [];
    const message = `no course has the level ${value}, so a credit has no price there`;
    return [
      {
        line: level.line,
        message,
        fix: `use one of ${[...levels].toSorted().join(', ')}`,
        severity: 'error',
      },
    ];
  });
}

/** Reports each cycle of prerequisites once. */
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
        ...placeOf(entry.frontMatter, ['prerequisites']),
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

/** Rotates a cycle so that it starts with its smallest code. */
function startWithSmallest(circle: readonly string[]): string[] {
  const start = circle.indexOf(circle.toSorted()[0] ?? '');
  return [...circle.slice(start), ...circle.slice(0, start)];
}

function prerequisitesOf(entry: Entry | undefined): string[] {
  const codes = entry?.frontMatter?.data['prerequisites'];
  return Array.isArray(codes) ? codes.map(String) : [];
}
