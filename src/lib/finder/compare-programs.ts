import { compareText } from '#lib/i18n/en/compare.ts';
import { programFactsText } from '#lib/i18n/en/finder.ts';
import { rowsOf, toLines, type Line, type Row } from './compare.ts';
import type { Fact } from './course-facts.ts';

const text = compareText.programs;

export type ComparedProgram = {
  /** See `listProgramFacts`. */
  facts: readonly Fact[];
  award: string;
  level: string;
  summary: string;
  entryRequirements: readonly string[];
  stages: readonly {
    title: string;
    choose?: number | undefined;
    courses: readonly { code: string; title: string; path: string }[];
  }[];
  lead: { name: string; path: string } | undefined;
};

/** The rows of the comparison: what the programmes' pages say. */
export function comparePrograms(programs: readonly ComparedProgram[]): Row[] {
  const row = rowsOf(programs);
  const { rows } = text;
  const { names } = programFactsText;
  const factRow = (name: string) => row(name, ({ facts }) => linesOf(facts, name));
  return [
    row(rows.award, ({ award, level }) => toLines([award, level])),
    factRow(names.price),
    factRow(names.start),
    row(rows.applyBy, () => [{ text: text.seeAdmissions, path: '/admissions' }]),
    factRow(names.length),
    factRow(names.days),
    factRow(names.place),
    row(names.entry, ({ entryRequirements }) => toLines(entryRequirements)),
    row(rows.courses, ({ stages }) => stages.flatMap(describeStage)),
    row(rows.about, ({ summary }) => toLines([summary])),
    row(rows.lead, ({ lead }) =>
      lead ? [{ text: lead.name, path: lead.path }] : toLines([text.unknownYet]),
    ),
  ];
}

function linesOf(facts: readonly Fact[], name: string): Line[] {
  const fact = facts.find((each) => each.name === name);
  return toLines(fact ? [fact.value, ...(fact.more ?? []).map(({ value }) => value)] : [text.unknownYet]);
}

function describeStage({ title, choose, courses }: ComparedProgram['stages'][number]): Line[] {
  const isChoice = choose !== undefined && choose < courses.length;
  return [
    {
      text: isChoice
        ? text.choice({ stage: title, choose, count: courses.length })
        : text.stage({ stage: title }),
    },
    ...courses.map((course) => ({ text: `${course.code} ${course.title}`, path: course.path })),
  ];
}
