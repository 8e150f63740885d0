import { expect, test } from 'vitest';
import { readFields, type FieldPath } from '#lib/editing/front-matter/edit-front-matter.ts';
import { createFieldEdits } from './field-edits.ts';

const course = `---
title: 'Soil Science' # as in the prospectus
fee: 720 # per course
outcomes:
  - describe a profile
  - explain water
---

Text
`;

function open(text = course) {
  const form = { text, reasons: [] as string[] };
  const edits = createFieldEdits({
    readText: () => form.text,
    replaceText: (changed) => (form.text = changed),
    report: (reason) => form.reasons.push(reason),
    order: ['title', 'fee', 'outcomes'],
    isYaml: false,
  });
  /** Types letter by letter into an empty field. */
  const enter = (path: FieldPath, value: string) => {
    edits.type(path, undefined);
    for (let length = 1; length <= value.length; length += 1) edits.type(path, value.slice(0, length));
  };
  return { form, edits, enter };
}

test('clearing a value and typing another preserves its quotes and its comment', () => {
  const { form, enter } = open();

  enter(['title'], 'Soils: an "introduction"');

  expect(form.text).toBe(course.replace("'Soil Science'", `'Soils: an "introduction"'`));
});

test('typing the original value again restores the original file', () => {
  const { form, enter } = open(course.replace("'Soil Science'", 'Soil'));
  const before = form.text;

  enter(['title'], 'Soil: x');
  enter(['title'], 'Soil');

  expect(form.text).toBe(before);
});

test('typing continues in the text after a colleague’s change was merged', () => {
  const { form, edits } = open();

  edits.type(['fee'], 7);
  form.text = form.text.replace('Text', 'Their text');
  edits.type(['fee'], 77);

  expect(form.text).toBe(course.replace('720', '77').replace('Text', 'Their text'));
});

test('removing the first item of a list twice removes two items', () => {
  const { form, edits } = open();

  edits.edit(['outcomes', 0], undefined);
  edits.edit(['outcomes', 0], undefined);

  expect(readFields(form.text)).toMatchObject({ outcomes: [] });
});

test('reports why a field cannot be changed, and clears the report once it can', () => {
  const { form, edits } = open(course.replace('fee: 720', 'fee: [720'));

  edits.type(['title'], 'Soils');
  form.text = course;
  edits.type(['title'], 'Soils');

  expect(form.reasons).toEqual([expect.stringContaining('have a mistake'), '']);
  expect(form.text).toContain("title: 'Soils' #");
});
