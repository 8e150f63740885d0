import { expect, test } from 'vitest';
import { z } from 'zod';
import { readFrontMatter } from './checking/check-front-matter.ts';
import { contentCollections } from './collections.ts';
import { commonFields, daySchema, field, summaryField, titleField } from './fields.ts';
import { writeFromSchema } from './schema-template.ts';

const projectSchema = z.strictObject({
  ...commonFields,
  title: titleField,
  summary: summaryField,
  began: field(daySchema, 'The day on which it began.', '2026-05-04'),
  partners: field(z.array(z.string()).default([]), 'Who else takes part.', '[River Trust]'),
});

test('writeFromSchema writes the required fields, with examples and descriptions', () => {
  const text = writeFromSchema(projectSchema, { title: 'Peat: a survey', summary: undefined });

  expect(text).toContain('title: "Peat: a survey" #');
  expect(text).toContain('began: 2026-05-04 # The day on which it began.\n');
  expect(text).not.toContain('partners');
  expect(projectSchema.parse(readFrontMatter(text).frontMatter?.data)).toMatchObject({
    title: 'Peat: a survey',
    began: '2026-05-04',
    draft: true,
  });
});

// An event needs a place or a link. A collection with such a rule between fields needs its own template.
const { events, ...collections } = contentCollections;

test.each(Object.entries(collections))(
  'writeFromSchema writes a valid file for the schema of %s',
  (_, { schema }) => {
    const text = writeFromSchema(schema, { title: 'Trial', summary: undefined });

    expect(schema.safeParse(readFrontMatter(text).frontMatter?.data).error?.issues).toBeUndefined();
  },
);

test('a file from a schema with a rule between fields breaks only that rule', () => {
  const text = writeFromSchema(events.schema, { title: 'Trial', summary: undefined });

  expect(events.schema.safeParse(readFrontMatter(text).frontMatter?.data).error?.issues).toHaveLength(1);
});
