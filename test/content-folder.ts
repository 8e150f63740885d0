import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from './temporary-folder.ts';

/** Fields of a valid course, without the lines `---`. */
export const courseFields = `code: SOIL101
title: Soil Science
summary: How soils form, what lives in them and how to read a profile.
subject: soils
level: 4
credits: 15
fee: 720
offerings: []
people: [ines-calder]
outcomes:
  - describe a soil profile in the field
  - explain how soils hold water
`;

const sample: Readonly<Record<string, string>> = {
  'courses/soil-science.mdx': `---\n${courseFields}---\n\n## Field work\n\nThree days outdoors.\n`,
  'people/ines-calder.mdx': `---
name: Ines Calder
role: Lecturer in Soil Science
summary: Ines studies how upland soils hold water.
subjects: [soils]
---

Ines came to the institute from the uplands.
`,
};

/** Creates a folder with a course, a person and the given files. Undefined leaves a file out. */
export function makeContentFolder(files: Readonly<Record<string, string | undefined>> = {}): string {
  const folder = makeFolder();
  for (const [name, text] of Object.entries({ ...sample, ...files })) {
    if (text === undefined) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** A handbook page. Its text starts in line 5. */
export function handbookPage(text: string): string {
  return `---\ntitle: Sick leave\n---\n\n${text}\n`;
}
