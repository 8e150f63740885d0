import { institute } from '#lib/content/current-institute.ts';
import { formatMoneyRange } from '#lib/content/formats.ts';
import { tracePath } from '#lib/content/program-path.ts';
import { describeProgram } from '#lib/discovery/course-data.ts';
import type { Fact } from '#lib/finder/course-facts.ts';
import { listProgramFacts } from '#lib/finder/program-facts.ts';
import { courseText, programsText } from '#lib/i18n/en/studies.ts';
import { findPerson, siteUrl, type ProgramEntry } from './content.ts';
import { readEntryParts } from './entry-parts.ts';
import { describeParts, feeOfProgram } from './fees.ts';
import { readProgram } from './finder.ts';

/** What the page of a programme shows. */
export async function readProgramPage(program: ProgramEntry) {
  const { data } = program;
  const { courses, stageTerms } = await readProgram(program);
  const stages = tracePath(data.stages, courses).map((stage, index) => ({
    ...stage,
    /** Those of students who begin at the next start. Empty if unknown. */
    terms: stageTerms[index] ?? [],
  }));
  const fee = await feeOfProgram(program);
  const lead = await findPerson(data.lead);
  const { award, level } = levelAndAward(data);
  const parts = await readEntryParts(program, {
    trail: [{ title: programsText.title, path: '/programs' }, { title: data.title }],
    describe: (shown) =>
      describeProgram(
        {
          ...data,
          ...shown,
          fee: fee?.least === fee?.most ? fee?.least : undefined,
          award,
          level,
          courses: stages.flatMap((stage) => stage.courses),
        },
        { institute: institute(), siteUrl: siteUrl() },
      ),
  });
  return {
    ...parts,
    stages,
    award,
    level,
    lead: lead && { name: lead.data.name, path: lead.path },
    facts: await readProgramFacts(program),
  };
}

/** In words. */
export function levelAndAward({ award, level }: ProgramEntry['data']) {
  return {
    award: institute().awards[award] ?? award,
    level: institute().levels[level] ?? courseText.level({ level }),
  };
}

/** The facts of a programme that its page shows. */
export async function readProgramFacts(program: ProgramEntry): Promise<Fact[]> {
  const { courses, start } = await readProgram(program);
  const fee = await feeOfProgram(program);
  return listProgramFacts({
    ...program.data,
    courses,
    start,
    modes: institute().modes,
    price: fee && formatMoneyRange(fee),
    priceParts: fee && describeParts(fee),
  });
}
