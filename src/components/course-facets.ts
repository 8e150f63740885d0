/** The filter values of a course: `{ level: ['4'], term: ['2027-spring', '2027-autumn'] }`. */
export type Facets = Readonly<Record<string, readonly string[]>>;
/** The selected values of each facet. A facet without a selection matches every course. */
export type Chosen = ReadonlyMap<string, ReadonlySet<string>>;

export function isMatch(facets: Facets, chosen: Chosen): boolean {
  return [...chosen].every(([name, values]) => facets[name]?.some((value) => values.has(value)) ?? false);
}

/** Counts the courses that have the value and match the selection in the other facets. */
export function countMatches(
  courses: readonly Facets[],
  chosen: Chosen,
  { name, value }: { name: string; value: string },
): number {
  const others = new Map([...chosen].filter(([other]) => other !== name));
  return courses.filter((facets) => facets[name]?.includes(value) && isMatch(facets, others)).length;
}
