/** What a course can be found by: `{ level: ['4'], term: ['2027-spring', '2027-autumn'] }`. */
export type Facets = Readonly<Record<string, readonly string[]>>;
/** The values chosen of each facet; a facet of which none is chosen lets every course through. */
export type Chosen = ReadonlyMap<string, ReadonlySet<string>>;

export function isMatch(facets: Facets, chosen: Chosen): boolean {
  return [...chosen].every(([name, values]) => facets[name]?.some((value) => values.has(value)) ?? false);
}

/** How many courses have the value and fit what is chosen of the other facets. */
export function countMatches(
  courses: readonly Facets[],
  chosen: Chosen,
  { name, value }: { name: string; value: string },
): number {
  const others = new Map([...chosen].filter(([other]) => other !== name));
  return courses.filter((facets) => facets[name]?.includes(value) && isMatch(facets, others)).length;
}
