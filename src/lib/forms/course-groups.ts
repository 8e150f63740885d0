/** A course that a form asks for, with the numbers of the groups that suit the student: none if any does. */
export type ChosenCourse = { code: string; groups: readonly number[] };

/** Reads courses as forms give them: `PEAT501`, or `PEAT501-2` for its second group in the term. */
export function readChosenCourses(chosen: readonly string[]): ChosenCourse[] {
  const pairs = chosen.map((each) => each.split('-', 2) as [code: string, group?: string]);
  return [...Map.groupBy(pairs, ([code]) => code)].map(([code, ofCourse]) => ({
    code,
    groups: ofCourse
      .flatMap(([, group]) => (group === undefined ? [] : Number(group)))
      .toSorted((a, b) => a - b),
  }));
}

/** The offerings that a choice allows; empty if it asks for a group that does not exist. */
export function allowedOfferings<Offered>(
  groups: readonly number[],
  offerings: readonly Offered[],
): Offered[] {
  const asked = groups.flatMap((group) => offerings[group - 1] ?? []);
  return groups.length === 0 ? [...offerings] : asked.length < groups.length ? [] : asked;
}

/** The chosen groups of descriptions by `describeAskedGroups`: `PEAT501-2`. */
export function askedGroups(descriptions: string | readonly string[] | undefined): string[] {
  return [descriptions ?? []].flat().map((description) => description.split(':', 1)[0] ?? '');
}
