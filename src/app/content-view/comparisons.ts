import { institute } from '#lib/content/current-institute.ts';
import { tracePath } from '#lib/content/program-path.ts';
import { compareCourses } from '#lib/finder/compare-courses.ts';
import { comparePrograms, type ComparedProgram } from '#lib/finder/compare-programs.ts';
import { readCompared, type ChoiceGroup, type ComparedEntry, type Row } from '#lib/finder/compare.ts';
import type { SeatCounts } from '#lib/finder/free-seats.ts';
import { compareText, type ComparedKind } from '#lib/i18n/en/compare.ts';
import { findPerson, listPrograms, type ProgramEntry } from './content.ts';
import { readFinder, readProgram } from './finder.ts';
import { levelAndAward, readProgramFacts } from './program-page.ts';

/** What the page of a comparison shows. */
type Comparison = {
  kind: ComparedKind;
  entries: ComparedEntry[];
  rows: Row[];
  groups: ChoiceGroup[];
  areTooMany: boolean;
  unknown: string[];
};

export async function readCourseComparison({ searchParams }: URL, seats: SeatCounts): Promise<Comparison> {
  const { subjects, modes, levels } = institute();
  const { courses } = await readFinder(seats);
  const programs = await listPrograms();
  const courseOf = (code: string) => courses.find((course) => course.code === code);
  const { chosen, ...problems } = readCompared(searchParams, {
    parameter: compareText.courses.parameter,
    normalise: (code) => code.toUpperCase(),
    find: courseOf,
  });
  const programsWith = (code: string) =>
    programs
      .filter(({ data }) => data.stages.some((stage) => stage.courses.includes(code)))
      .map(({ data, path }) => ({ title: data.title, path }));
  return {
    kind: 'courses',
    ...problems,
    entries: chosen.map(({ code, title, path, runs }) => ({
      id: code,
      title,
      path,
      act: runs.some(({ isOpen }) => isOpen) ? `/register?course=${code}` : undefined,
    })),
    rows: compareCourses(chosen, { modes, levels, courseOf, programsWith }),
    groups: [...Map.groupBy(courses, ({ subject }) => subject)].map(([subject, inSubject]) => ({
      title: subjects[subject] ?? subject,
      options: inSubject.map(({ code, title }) => ({ id: code, title: `${title} (${code})` })),
    })),
  };
}

export async function readProgramComparison({ searchParams }: URL): Promise<Comparison> {
  const programs = await listPrograms();
  const { chosen, ...problems } = readCompared(searchParams, {
    parameter: compareText.programs.parameter,
    normalise: (id) => id.toLowerCase(),
    find: (id) => programs.find((program) => program.id === id),
  });
  return {
    kind: 'programs',
    ...problems,
    entries: chosen.map(({ id, path, data }) => ({
      id,
      title: data.title,
      path,
      act: `/apply?program=${id}`,
    })),
    rows: comparePrograms(await Promise.all(chosen.map(readComparedProgram))),
    groups: [{ options: programs.map(({ id, data }) => ({ id, title: data.title })) }],
  };
}

async function readComparedProgram(program: ProgramEntry): Promise<ComparedProgram> {
  const { data } = program;
  const { courses } = await readProgram(program);
  const lead = await findPerson(data.lead);
  return {
    ...levelAndAward(data),
    facts: await readProgramFacts(program),
    summary: data.summary,
    entryRequirements: data.entryRequirements,
    stages: tracePath(data.stages, courses),
    lead: lead && { name: lead.data.name, path: lead.path },
  };
}
