import { findMatches, lowestFee, type CourseFacts } from './match.ts';
import {
  activeFilters,
  choiceNames,
  withoutFilters,
  type Choice,
  type ChoiceName,
  type Choices,
  type FilterName,
  type FinderQuery,
} from './finder-query.ts';

/** Counts the courses that match if this is the only chosen value of its filter. */
export function countChoice(
  courses: readonly CourseFacts[],
  query: FinderQuery,
  { name, value }: { name: ChoiceName; value: string },
): number {
  return findMatches(courses, { ...query, [name]: [value] }).length;
}

export type CountedChoices = Readonly<Record<ChoiceName, readonly (Choice & { count: number })[]>>;

export function countChoices(
  courses: readonly CourseFacts[],
  query: FinderQuery,
  choices: Choices,
): CountedChoices {
  const counted = choiceNames.map((name) => [
    name,
    choices[name].map((choice) => ({
      ...choice,
      count: countChoice(courses, query, { name, value: choice.value }),
    })),
  ]);
  return Object.fromEntries(counted) as CountedChoices;
}

export type Loosening = {
  /** The filters to remove, with their values in words. A price is not removed, but raised to this value. */
  filters: readonly { name: FilterName; value: string }[];
  /** The number of courses found then. */
  count: number;
  query: FinderQuery;
};

const maxShown = 4;

/**
 * Returns what to change in a query that finds nothing, the most helpful first: one filter, or two if no single one
 * helps.
 */
export function findLoosenings(
  courses: readonly CourseFacts[],
  query: FinderQuery,
  valueOf: (name: FilterName, query: FinderQuery) => string,
): Loosening[] {
  const names = activeFilters(query);
  const single = names.map((name) => [name]);
  const pairs = names.flatMap((name, index) => names.slice(index + 1).map((other) => [name, other]));
  for (const attempts of [single, pairs]) {
    const helpful = attempts
      .map((removed) => {
        const loosened = loosen(courses, query, removed);
        const filters = removed.map((name) => ({
          name,
          value: valueOf(name, name === 'price' ? loosened : query),
        }));
        return { filters, query: loosened, count: findMatches(courses, loosened).length };
      })
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count);
    if (helpful.length > 0) return helpful.slice(0, maxShown);
  }
  return [];
}

/** Removes filters. In place of the price, takes the lowest that finds a course. */
function loosen(
  courses: readonly CourseFacts[],
  query: FinderQuery,
  removed: readonly FilterName[],
): FinderQuery {
  const open = withoutFilters(query, removed);
  if (!removed.includes('price')) return open;
  const fees = findMatches(courses, open).map((course) => lowestFee(course, open));
  return fees.length === 0 ? open : { ...open, price: Math.min(...fees) };
}
