import { currencySymbol, formatMoney } from '#lib/content/formats.ts';
import { findCourseGroup, type CourseGroup } from '#lib/finder/course-group.ts';
import type { FinderCourse } from '#lib/finder/courses.ts';
import { toParameters, type FinderQuery } from '#lib/finder/finder-query.ts';
import type { SearchAnswer } from '#lib/search/answer.ts';
import type { SearchQuery } from '#lib/search/query.ts';
import type { Services } from '#app/services.ts';
import { terms } from './content.ts';
import { readFinder } from './finder.ts';

type Needs = Pick<Services, 'search' | 'siteUrl'>;

/** Searches the site. The courses that are meant by words that are facts come first, and others are left out. */
export async function readSearchAnswer(
  query: SearchQuery,
  { search, siteUrl }: Needs,
): Promise<SearchAnswer> {
  const { courses, choices } = await readFinder();
  const group = findCourseGroup(query.query, {
    courses,
    choices,
    terms: terms(),
    currency: currencySymbol(),
    formatPrice: formatMoney,
  });
  if (!group) return search.search(query);
  const isShown = query.types.length === 0 || query.types.includes('course');
  const preference = {
    first: isShown ? group.matches.map(({ path }) => path) : [],
    keepsOrder: group.query.q === '',
    without: group.others.map(({ path }) => path),
  };
  const answer = await search.search({ ...query, preference });
  return { ...answer, courses: describeGroup(group, answer, siteUrl) };
}

function describeGroup(
  { title, query, matches, loosenings }: CourseGroup<FinderCourse>,
  { results, offset }: SearchAnswer,
  siteUrl: string,
): SearchAnswer['courses'] {
  const urls = new Set(matches.map(({ path }) => new URL(path, siteUrl).href));
  const firstOther = results.findIndex(({ url }) => !urls.has(url));
  const leading = firstOther === -1 ? results.length : firstOther;
  const urlOf = (filters: FinderQuery) => new URL(`/courses/find?${toParameters(filters)}`, siteUrl).href;
  return {
    title,
    total: matches.length,
    url: urlOf(query),
    shown: offset === 0 ? leading : 0,
    others: loosenings.map((looser) => ({
      title: looser.title,
      total: looser.total,
      url: urlOf(looser.query),
    })),
  };
}
