import { expect, test } from 'vitest';
import { parseEntry } from './entry.ts';

const parse = (fields: string) =>
  parseEntry(
    { collection: 'courses', name: 'soil.mdx', path: 'courses/soil.mdx' },
    `---\n${fields}\n---\n\nText.\n`,
  );

test('a problem in the front matter names its field, also one that is missing; an unknown field has none', () => {
  const { findings } = parse(
    'title: Soil\ncode: SOIL201\nlevel: four\nofferings:\n  - { mode: online }\ncolour: red',
  );

  const fields = new Map(findings.map(({ message, field }) => [/"\w+"/.exec(message)?.[0], field]));

  expect(fields.get('"level"')).toEqual(['level']);
  expect(fields.get('"summary"')).toEqual(['summary']);
  expect(fields.get('"term"')).toEqual(['offerings', 0, 'term']);
  expect(fields.has('"colour"')).toBe(true);
  expect(fields.get('"colour"')).toBeUndefined();
});

test('a note of the template names the field that has it', () => {
  const note = 'Say in one sentence what students learn in this course.';
  const [found] = parse(`title: Soil\nsummary: ${note}`).notes;

  expect(found).toMatchObject({ line: 3, field: ['summary'] });
});
