import { courseGroupText as text } from '#lib/i18n/en/course-groups.ts';
import { listOr } from '#lib/i18n/format.ts';
import { readFactWords } from './fact-words.ts';
import {
  activeFilters,
  describeFilter,
  type Choices,
  type FilterName,
  type FinderQuery,
} from './finder-query.ts';
import { findMatches, type CourseFacts } from './match.ts';
import { findLoosenings } from './refine.ts';

type Options<Of> = Omit<Parameters<typeof readFactWords>[1], 'choices'> & {
  courses: readonly Of[];
  choices: Choices;
  formatPrice: (price: number) => string;
};

export type CourseGroup<Of> = {
  /** `Courses in the evening: 4` */
  title: string;
  query: FinderQuery;
  /** The courses that match, in the order of the finder. */
  matches: readonly Of[];
  /** The courses that differ from the facts of the search. */
  others: readonly Of[];
  /** If no course matches: what matches without one or two of the filters. */
  loosenings: readonly { title: string; total: number; query: FinderQuery }[];
};

/**
 * Finds the courses that a search means by words that are facts, such as `evening` and `under £300`. Undefined if it has
 * none, or if it is about something else, which no course has.
 */
export function findCourseGroup<Of extends CourseFacts>(
  search: string,
  { courses, choices, formatPrice, ...options }: Options<Of>,
): CourseGroup<Of> | undefined {
  const facts = readFactWords(search, { ...options, choices });
  if (!facts) return undefined;
  const { query, isAboutCourses } = facts;
  const matches = findMatches(courses, query);
  if (matches.length === 0 && !isAboutCourses && query.q !== '') return undefined;
  const alike = new Set(findMatches(courses, { ...query, q: '' }));
  const describe = (described: FinderQuery) =>
    activeFilters(described).map((name) => describeInSentence(described, name, { choices, formatPrice }));
  const loosenings = matches.length > 0 ? [] : findLoosenings(courses, query, () => '');
  return {
    title: text.title({
      filters: describe(query),
      isCheapestFirst: query.sort === 'price',
      total: matches.length,
    }),
    query,
    matches,
    others: courses.filter((course) => !alike.has(course)),
    loosenings: loosenings.map(({ query: looser, count }) => ({
      title: text.other({ filters: describe(looser), total: count }),
      total: count,
      query: looser,
    })),
  };
}

function describeInSentence(
  query: FinderQuery,
  name: FilterName,
  { choices, formatPrice }: { choices: Choices; formatPrice: (price: number) => string },
): string {
  if (name === 'price' && query.price === 0) return text.filters.free();
  if (name === 'time') return listOr(query.time.map((time) => text.times[time as keyof typeof text.times]));
  return text.filters[name](describeFilter(query, name, { choices, freeSeats: '', formatPrice }));
}
