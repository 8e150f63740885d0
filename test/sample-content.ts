import { readFileSync } from 'node:fs';
import { readEntries } from '#lib/content/checking/entry.ts';
import { contentCollections } from '#lib/content/collections.ts';
import { institute } from '#lib/content/current-institute.ts';

// The content of the sample, of which tests compare facts that several places state.

/** The verdict must not depend on the clock. Move this day on with the texts. */
export const today = '2026-11-29';
export const now = new Date(`${today}T12:00:00Z`);
export const entries = (await readEntries('src/content', { now, timeZone: institute().timeZone })).map(
  (entry) => ({
    ...entry,
    text: readFileSync(entry.path, 'utf8'),
    fields: entry.frontMatter?.data ?? {},
  }),
);
type Entry = (typeof entries)[number];

export const courses = of('courses').map(({ fields, ...entry }) => ({
  ...entry,
  ...contentCollections.courses.schema.parse(fields),
}));
export const programs = of('programs').map(({ fields, ...entry }) => ({
  ...entry,
  ...contentCollections.programs.schema.parse(fields),
}));
export const people = of('people').map(({ fields, ...entry }) => ({
  ...entry,
  ...contentCollections.people.schema.parse(fields),
}));
export const events = of('events').map(({ fields, ...entry }) => ({
  ...entry,
  ...contentCollections.events.schema.parse(fields),
}));
export const course = (code: string) => courses.find((candidate) => candidate.code === code)!;

export function of(...collections: Entry['collection'][]): Entry[] {
  return entries.filter(({ collection }) => collections.includes(collection));
}

export function textOf(address: string): string {
  return entries.find((entry) => entry.address === address)?.text ?? '';
}

export function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);
}

/** Returns the text below a heading, up to the next one. */
export function sectionOf(text: string, heading: string): string {
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  return section.split('\n## ')[0] ?? '';
}

export const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
export const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
