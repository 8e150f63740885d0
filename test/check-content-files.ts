import { relative } from 'node:path';
import { expect } from 'vitest';
import { checkContent, type CheckedContent } from '#lib/content/check.ts';
import { collectionNames, contentCollections } from '#lib/content/collections.ts';
import { courseFields, handbookPage, makeContentFolder } from './content-folder.ts';
import { sampleInstitute } from './sample-institute.ts';

type Files = Readonly<Record<string, string | undefined>>;

const routes = [
  ...collectionNames.map((name) => contentCollections[name].base || '/'),
  '/search',
  '/llms.txt',
];

/** Checks a folder on 21 November 2026. */
export function checkFolder(directory: string): Promise<CheckedContent> {
  return checkContent({ directory, institute: sampleInstitute, now: new Date('2026-11-21T12:00Z'), routes });
}

/** Checks the files with a valid course and person. Returns the problems as `name:line: severity: message: fix`. */
export async function checkFiles(files: Files): Promise<string[]> {
  const directory = makeContentFolder(files);
  const { problems } = await checkFolder(directory);
  return problems.map(({ file, line, severity, message, fix }) => {
    return `${relative(directory, file)}:${line}: ${severity}: ${message}: ${fix}`;
  });
}

/** The name of a mistake, files that contain it, the start of the reported line, and other parts of that line. */
export type Mistake = readonly [title: string, files: Files, start: string, ...parts: RegExp[]];

export async function expectOneProblem([, files, start, ...parts]: Mistake): Promise<void> {
  const problems = await checkFiles(files);

  expect(problems).toEqual([expect.stringContaining(start)]);
  expect(problems[0]?.startsWith(start)).toBe(true);
  for (const part of parts) expect(problems[0]).toMatch(part);
}

export function course(change: (fields: string) => string, text = 'Text.'): Files {
  return {
    'courses/peat.mdx': `---\n${change(courseFields.replace('SOIL101', 'PEAT101'))}---\n\n${text}\n`,
  };
}

/** The course with one replacement in its front matter. */
export function changed(from: string | RegExp, to: string): Files {
  return course((fields) => fields.replace(from, to));
}

/** The course with an offering that has these additional lines. */
export function offering(lines: string): Files {
  return changed('offerings: []', `offerings:\n  - term: spring\n    mode: online\n    seats: 9\n${lines}`);
}

/** A handbook page whose text starts in line 5. */
export function page(text: string): Files {
  return { 'handbook/sick.mdx': handbookPage(text) };
}

export function program(credits: number, stages: string): Files {
  return {
    'programs/soils.mdx': `---
title: Certificate in Soils
summary: One year of soils, in the field and in the laboratory.
award: certificate
level: 4
credits: ${credits}
length: One year part time
stages: ${stages}
entryRequirements: [An interest in soils]
lead: ines-calder
---
`,
  };
}

export function news(fields: string, text = 'Text.'): Files {
  return {
    'news/rain.mdx': `---\ntitle: Rain\nsummary: It has rained on all of the fields.\n${fields}---\n\n${text}\n`,
  };
}

export function event(fields: string): Files {
  return {
    'events/open-day.mdx': `---
title: Open day
summary: Come and see the mill, the wheel and the laboratory.
${fields}---

Text.
`,
  };
}

/** A handbook page with aliases in line 3. */
export function moved(aliases: string, other: Files = {}): Files {
  return {
    'handbook/sick.mdx': `---\ntitle: Sick leave\naliases: ${aliases}\n---\n\nText.\n`,
    ...other,
  };
}
