type Course = { code: string; title: string; path: string; prerequisites: readonly string[] };
type Stage = { title: string; courses: readonly string[]; choose?: number | undefined };

/** A prerequisite. `stage` is the earlier stage of the same program that contains it. */
export type Need = { code: string; title: string; path: string; stage?: string };

/** The stages of a program with their courses and prerequisites. Ignores unknown codes. */
export function tracePath<Of extends Course>(stages: readonly Stage[], courses: readonly Of[]) {
  const byCode = new Map(courses.map((course) => [course.code, course]));
  return stages.map((stage, index) => ({
    ...stage,
    courses: stage.courses.flatMap((code) => {
      const course = byCode.get(code);
      return course
        ? [{ ...course, needs: course.prerequisites.flatMap((need) => needOf(need, index)) }]
        : [];
    }),
  }));

  function needOf(code: string, index: number): Need[] {
    const course = byCode.get(code);
    if (!course) return [];
    const earlier = stages.slice(0, index).find((stage) => stage.courses.includes(code));
    const { title, path } = course;
    return [{ code, title, path, ...(earlier && { stage: earlier.title }) }];
  }
}
