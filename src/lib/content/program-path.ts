type Course = { code: string; title: string; path: string; prerequisites: readonly string[] };
type Stage = { title: string; courses: readonly string[]; choose?: number | undefined };

/** A course to have taken before; `stage` is there when it is one of an earlier stage of the same program. */
export type Need = { code: string; title: string; path: string; stage?: string };

/**
 * The stages of a program with their courses, and what each course builds on. Codes of no course are left out.
 * @param courses all courses that stages or prerequisites may name
 */
export function tracePath<Of extends Course>(stages: readonly Stage[], courses: readonly Of[]) {
  const byCode = new Map(courses.map((course) => [course.code, course]));
  return stages.map((stage, place) => ({
    ...stage,
    courses: stage.courses.flatMap((code) => {
      const course = byCode.get(code);
      return course
        ? [{ ...course, needs: course.prerequisites.flatMap((need) => needOf(need, place)) }]
        : [];
    }),
  }));

  function needOf(code: string, place: number): Need[] {
    const course = byCode.get(code);
    if (!course) return [];
    const earlier = stages.slice(0, place).find((stage) => stage.courses.includes(code));
    const { title, path } = course;
    return [{ code, title, path, ...(earlier && { stage: earlier.title }) }];
  }
}
