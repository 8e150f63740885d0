import { formatMoney } from '#lib/content/formats.ts';
import { creditPrice, programFee, type ProgramFee } from '#lib/content/program-fee.ts';
import { programText } from '#lib/i18n/en/studies.ts';
import { findCourses, listCourses, type ProgramEntry } from './content.ts';

/** The fee of a program. Undefined if one of its courses is not on the site. */
export async function feeOfProgram({ data }: ProgramEntry) {
  const stages = await Promise.all(
    data.stages.map(async ({ courses: codes, choose }) => {
      const courses = (await findCourses(codes)).map((course) => course.data);
      return { courses, choose, isComplete: courses.length === codes.length };
    }),
  );
  return stages.every(({ isComplete }) => isComplete) ? programFee(stages) : undefined;
}

/** `150 credits at £48 and 30 credits at £36`. Undefined if it depends on a choice. */
export function describeParts({ parts }: ProgramFee): string | undefined {
  if (parts.length === 0) return undefined;
  return programText.feeParts({
    parts: parts.map(({ credits, price }) => ({ credits, price: formatMoney(price) })),
  });
}

/** The price of a credit at a level. Undefined if there are no courses of the level. */
export async function priceAtLevel(level: number) {
  const courses = await listCourses();
  return creditPrice(courses.map(({ data }) => data).filter((course) => course.level === level));
}
