import type { Preference } from './query.ts';

/** The most pages that come before those that match by words and meaning. */
const maxFirst = 5;

/**
 * Moves the preferred pages to the front and leaves out the others that the search does not mean.
 * @param pages numbers of the pages, best first
 * @param numberOf the number of the page at an address
 */
export function putFirst(
  pages: readonly number[],
  { first, keepsOrder, without }: Preference,
  numberOf: (path: string) => number | undefined,
): number[] {
  const toNumbers = (paths: readonly string[]) => paths.flatMap((path) => numberOf(path) ?? []);
  const preferred = toNumbers(first);
  const known = new Set(preferred);
  const ranked = keepsOrder ? [] : pages.filter((page) => known.has(page));
  const leading = [...new Set([...ranked, ...preferred])].slice(0, maxFirst);
  const left = new Set([...toNumbers(without), ...leading]);
  return [...leading, ...pages.filter((page) => !left.has(page))];
}
