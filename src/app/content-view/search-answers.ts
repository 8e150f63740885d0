import { currencySymbol, formatMoney } from '#lib/content/formats.ts';
import { findCourseGroup, type CourseGroup } from '#lib/finder/course-group.ts';
import type { FinderCourse } from '#lib/finder/courses.ts';
import { activeFilters, toParameters, type FinderQuery } from '#lib/finder/finder-query.ts';
import type { SearchAnswer, SearchResult } from '#lib/search/answer.ts';
import type { SearchQuery } from '#lib/search/query.ts';
import type { SiteServices } from '#app/site-services.ts';
import { terms } from './content.ts';
import { readFactAnswer } from './fact-answers.ts';
import { readFinder } from './finder.ts';
import { addFacts } from './search-facts.ts';

type Needs = Pick<SiteServices, 'search' | 'seatCounts' | 'siteUrl'>;

/** Searches the site, and adds the facts of the results. Past events come after those to come. */
export async function readSearchAnswer(query: SearchQuery, needs: Needs): Promise<SearchAnswer> {
  const group = await readGroup(query.query);
  const found = await searchWithGroup(query, group, needs);
  const readFact = async (text: string) => readFactAnswer(text, needs.siteUrl);
  const fact = isFirstPage(query)
    ? ((await readFact(query.query)) ?? (await readFact(needs.search.correct(query.query))))
    : null;
  const answer = fact ? { ...found, answer: fact, unrelated: false } : found;
  const { seatCounts } = needs;
  const results = await addFacts(answer.results, { seatCounts, filters: group?.query });
  return { ...answer, results: putPastEventsLast(results) };
}

function isFirstPage({ offset, types }: SearchQuery): boolean {
  return offset === 0 && types.length === 0;
}

function putPastEventsLast(results: readonly SearchResult[]): SearchResult[] {
  const events = results.filter(({ type }) => type === 'event');
  const inOrder = events.toSorted((a, b) => Number(a.facts?.isPast) - Number(b.facts?.isPast));
  return results.map((result) => (result.type === 'event' ? (inOrder.shift() ?? result) : result));
}

/** The courses that words which are facts mean. */
async function readGroup(text: string): Promise<CourseGroup<FinderCourse> | undefined> {
  const { courses, choices } = await readFinder();
  return findCourseGroup(text, {
    courses,
    choices,
    terms: terms(),
    currency: currencySymbol(),
    formatPrice: formatMoney,
  });
}

/** The courses of the group come first; courses that differ from it are left out. */
async function searchWithGroup(
  query: SearchQuery,
  group: CourseGroup<FinderCourse> | undefined,
  { search, siteUrl }: Needs,
): Promise<SearchAnswer> {
  if (!group) return search.search(query);
  const isShown = query.types.length === 0 || query.types.includes('course');
  const preference = {
    first: isShown ? group.matches.map(({ path }) => path) : [],
    keepsOrder: group.query.q === '' || group.query.sort !== undefined,
    without: group.others.map(({ path }) => path),
  };
  const answer = await search.search({ ...query, preference });
  const known = { unrelated: false, unknownWords: [] };
  const found = isBelowAllPrices(group) ? { ...answer, results: [], total: 0, facets: { type: {} } } : answer;
  return { ...found, ...known, courses: describeGroup(group, found, siteUrl) };
}

/** Whether a search asks only for a price below that of every course. A page with its number means something else by it. */
function isBelowAllPrices({ matches, query }: CourseGroup<FinderCourse>): boolean {
  return matches.length === 0 && activeFilters(query).join() === 'price';
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
