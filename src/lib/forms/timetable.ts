import type { Offering } from '#lib/content/course.ts';
import type { Term } from '#lib/content/terms.ts';

type Period = Pick<Term, 'starts' | 'ends'>;

type Meetings = Pick<Offering, 'times' | 'starts' | 'ends'>;
type Choice = { code: string; offerings: readonly Meetings[] };

/**
 * Finds the first two courses that can't be taken together. Courses with several offerings in a term clash only if
 * every combination of offerings does.
 */
export function findClash(choices: readonly Choice[], term: Period): [string, string] | undefined {
  const timed = choices.filter(({ offerings }) => offerings.every(({ times }) => times.length > 0));
  if (fits(timed, [], term)) return undefined;
  for (const [index, first] of timed.entries()) {
    for (const second of timed.slice(index + 1)) {
      if (!fits([first, second], [], term)) return [first.code, second.code];
    }
  }
  const [first, second] = timed;
  return first && second && [first.code, second.code];
}

/** Returns all pairs of courses that can't be taken together, or one pair if courses clash only as three or more. */
export function findClashes(choices: readonly Choice[], term: Period): [string, string][] {
  const pairs = choices.flatMap((first, index) =>
    choices.slice(index + 1).flatMap((second) => {
      const clash = findClash([first, second], term);
      return clash ? [clash] : [];
    }),
  );
  const clash = pairs.length > 0 ? undefined : findClash(choices, term);
  return clash ? [clash] : pairs;
}

function fits([next, ...rest]: readonly Choice[], taken: readonly Meetings[], term: Period): boolean {
  if (!next) return true;
  return next.offerings.some(
    (offering) =>
      !taken.some((other) => meetAtTheSameTime(offering, other, term)) &&
      fits(rest, [...taken, offering], term),
  );
}

function meetAtTheSameTime(a: Meetings, b: Meetings, term: Period): boolean {
  const apart =
    (a.ends ?? term.ends) < (b.starts ?? term.starts) || (b.ends ?? term.ends) < (a.starts ?? term.starts);
  if (apart) return false;
  return a.times.some((one) =>
    b.times.some((other) => one.day === other.day && one.from < other.to && other.from < one.to),
  );
}
