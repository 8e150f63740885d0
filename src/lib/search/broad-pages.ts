/**
 * Pages that mention nearly everything and so are seldom the best result: the home page, the pages for developers, and
 * those about data, which describe all forms and services; and the list of all courses.
 */
const broadPages: ReadonlySet<string> = new Set([
  '/',
  '/developers',
  '/developers/first-steps',
  '/auth',
  '/privacy',
  '/cookies',
  '/courses',
]);

/** The weight of the text of a broad page. Its title has full weight. */
export const broadShare = 0.3;

export function isBroadPage(path: string): boolean {
  return broadPages.has(path);
}
