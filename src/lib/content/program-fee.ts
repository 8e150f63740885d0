type Stage<Course> = { courses: readonly Course[]; choose?: number | undefined };
type PricedCourse = { credits: number; fee: number };

/** The least and the greatest amount, depending on the courses that students choose. */
type Range = { least: number; most: number };

/** A program's fee and, if it does not depend on a choice, its credits by price. */
export type ProgramFee = Range & { parts: { credits: number; price: number }[] };

/** Adds up the amounts of the courses that students take. */
export function sumOfStages<Course>(
  stages: readonly Stage<Course>[],
  amountOf: (course: Course) => number,
): Range {
  let [least, most] = [0, 0];
  for (const { courses, choose = courses.length } of stages) {
    const amounts = courses.map(amountOf).toSorted((a, b) => a - b);
    least += sum(amounts.slice(0, choose));
    most += sum(amounts.slice(Math.max(0, amounts.length - choose)));
  }
  return { least, most };
}

/** The fee of all courses that students take, without fees of single offerings. */
export function programFee(stages: readonly Stage<PricedCourse>[]): ProgramFee {
  const range = sumOfStages(stages, ({ fee }) => fee);
  const taken = stages.flatMap(({ courses, choose }) => courses.slice(0, choose));
  const isChoice = stages.some(
    ({ courses, choose = courses.length }) =>
      choose < courses.length && new Set(courses.map(({ credits, fee }) => `${credits} ${fee}`)).size > 1,
  );
  const byPrice = Map.groupBy(taken, ({ credits, fee }) => fee / credits);
  const parts = [...byPrice].map(([price, courses]) => ({
    price,
    credits: sum(courses.map(({ credits }) => credits)),
  }));
  return { ...range, parts: isChoice ? [] : parts.toSorted((a, b) => b.credits - a.credits) };
}

/** The price of a credit in these courses. Undefined if there are none. */
export function creditPrice(courses: readonly PricedCourse[]): Range | undefined {
  if (courses.length === 0) return undefined;
  const prices = courses.map(({ credits, fee }) => fee / credits);
  return { least: Math.min(...prices), most: Math.max(...prices) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
