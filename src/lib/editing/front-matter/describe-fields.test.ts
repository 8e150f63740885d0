import { expect, test } from 'vitest';
import { collectionNames, definitionOf } from '#lib/content/collections.ts';
import { yamlFiles } from '#lib/editing/yaml-files.ts';
import { describeFields, describeFile, type FieldDescription } from './describe-fields.ts';

const find = (fields: readonly FieldDescription[], name: string) => fields.find((each) => each.name === name);

test.each(collectionNames)('every field of %s has an input, a label and help', (name) => {
  const fields = describeFields(name);

  expect(fields.map((each) => each.name)).toEqual(Object.keys(definitionOf(name).schema.shape));
  expect(fields.filter(({ help, label, example }) => !help || !label || !example)).toEqual([]);
});

test('describes the kinds of fields of a course', () => {
  const fields = describeFields('courses');

  expect(find(fields, 'title')).toMatchObject({ input: 'text', isRequired: true, min: 1, max: 70 });
  expect(find(fields, 'summary')).toMatchObject({ input: 'long-text', max: 160 });
  expect(find(fields, 'credits')).toMatchObject({ input: 'number', max: 120 });
  expect(find(fields, 'subject')).toMatchObject({ input: 'text', refersTo: 'subject' });
  expect(find(fields, 'level')).toMatchObject({ input: 'number', refersTo: 'level', min: 1, max: 8 });
  expect(find(fields, 'updated')).toMatchObject({ input: 'day', isRequired: false });
  expect(find(fields, 'publishAt')).toMatchObject({ input: 'moment', isRequired: false });
  expect(find(fields, 'draft')).toMatchObject({ input: 'boolean', isRequired: false });
  expect(find(fields, 'owner')).toMatchObject({ input: 'text', refersTo: 'person' });
  expect(find(fields, 'people')).toMatchObject({
    input: 'list',
    item: { input: 'text', refersTo: 'person' },
  });
  expect(find(fields, 'outcomes')).toMatchObject({
    input: 'list',
    min: 2,
    max: 8,
    item: { input: 'long-text' },
  });
});

test('describes groups within lists', () => {
  const offerings = find(describeFields('courses'), 'offerings');
  const offering = offerings?.item?.fields ?? [];

  expect(find(offering, 'mode')).toMatchObject({
    input: 'choice',
    options: ['on-site', 'online', 'blended'],
  });
  expect(find(offering, 'term')).toMatchObject({ refersTo: 'term', label: 'Term' });
  expect(find(offering, 'starts')).toMatchObject({ input: 'day', isRequired: false });
  expect(find(offering, 'times')?.item?.fields?.map(({ name }) => name)).toEqual(['day', 'from', 'to']);
  expect(find(describeFields('programs'), 'entryRequirements')?.label).toBe('Entry requirements');
  expect(find(describeFields('events'), 'starts')).toMatchObject({ input: 'local-time', isRequired: true });
});

test.each(yamlFiles)('every field of $path has an input and help', ({ path }) => {
  const fields = describeFile(path);

  expect(fields.length).toBeGreaterThan(0);
  expect(fields.filter(({ help, input }) => !help || !input)).toEqual([]);
});

test('describes groups with free names, colours and lists with a first item of the facts of the institute', () => {
  const fields = describeFile('institute.yaml');
  const light = find(find(fields, 'colours')?.fields ?? [], 'light');
  const text = find(find(fields, 'fonts')?.fields ?? [], 'text');

  expect(find(fields, 'subjects')).toMatchObject({
    input: 'group',
    item: { input: 'text' },
    key: { reason: 'is not a key of letters, digits and hyphens, like land-law' },
  });
  expect(find(fields, 'levels')?.key).toEqual({
    pattern: String.raw`^\d$`,
    reason: 'is not a level of one digit, like 4',
  });
  expect(find(fields, 'purposes')?.fields?.[0]).toMatchObject({ input: 'long-text' });
  expect(find(fields, 'contentSignals')?.item).toMatchObject({ input: 'choice', options: ['yes', 'no'] });
  expect(find(light?.fields ?? [], 'accent')).toMatchObject({ input: 'colour', isRequired: true });
  expect(find(text?.fields ?? [], 'fallbacks')).toMatchObject({
    input: 'list',
    item: { input: 'long-text' },
  });
  expect(find(text?.fields ?? [], 'hasAlternates')).toMatchObject({ input: 'boolean', isRequired: true });
});
