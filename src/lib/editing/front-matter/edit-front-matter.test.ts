import { expect, test } from 'vitest';
import { patchFrontMatter, readFields, UnpatchableError } from './edit-front-matter.ts';

const course = `---
# Set by the registry.
code: SOIL201   # do not change
title: "Soil: an introduction"
fee: 720
people: [ines-calder, mei-lin-forster] # leads first
offerings:
  - term: spring
    mode: online   # since 2026

    # Seats of the platform.
    seats: 24
  - { term: autumn, mode: online, seats: 12 }
outcomes:
    - describe a profile
    # not yet agreed
    - 'explain what''s in soil'
summary: >-
  A sentence that
  goes on.
# the end
---

Text --- with fee: 720.
`;

test.each([
  ['a number', ['fee'], 740, 'fee: 720', 'fee: 740'],
  [
    'a quoted text keeps its quotes',
    ['title'],
    'Soil "2"',
    '"Soil: an introduction"',
    String.raw`"Soil \"2\""`,
  ],
  ['an item of a list', ['people', 1], 'ruth-ellwood', 'mei-lin-forster', 'ruth-ellwood'],
  [
    'a value in single quotes',
    ['outcomes', 1],
    "tell what's not",
    "'explain what''s in soil'",
    "'tell what''s not'",
  ],
  ['a value within a list', ['offerings', 0, 'seats'], 30, 'seats: 24', 'seats: 30'],
  [
    'a value in a group on one line',
    ['offerings', 1, 'mode'],
    'blended',
    'autumn, mode: online',
    'autumn, mode: blended',
  ],
  ['a folded text', ['summary'], 'Another one.', '  A sentence that\n  goes on.', '  Another one.'],
  ['a new field', ['updated'], new Date('2027-01-11'), '  goes on.\n', '  goes on.\nupdated: 2027-01-11\n'],
  ['a new entry', ['people', 2], 'a', 'forster]', 'forster, a]'],
  [
    'a new item on its own line',
    ['outcomes', 2],
    'map it',
    "what''s in soil'\n",
    "what''s in soil'\n    - map it\n",
  ],
  ['a removed entry', ['people', 0], undefined, '[ines-calder, ', '['],
  [
    'a removed first field of an item',
    ['offerings', 0, 'term'],
    undefined,
    '- term: spring\n    mode',
    '- mode',
  ],
  ['a removed field', ['fee'], undefined, 'fee: 720\npeople', 'people'],
])('changes %s and nothing else', (_, path, value, before, after) => {
  const patched = patchFrontMatter(course, { path, value });

  expect(patched).toBe(course.replace(before, after));
});

test('inserts a new field in the order of the schema', () => {
  const patched = patchFrontMatter(course, {
    path: ['subject'],
    value: 'soils',
    order: ['code', 'title', 'subject', 'fee'],
  });

  expect(patched).toBe(course.replace('introduction"\n', 'introduction"\nsubject: soils\n'));
});

test('changes a YAML file', () => {
  const settings = '# Above every page.\ntext: "Closed today"\n';

  const changed = patchFrontMatter(settings, { path: ['text'], value: 'Open again', isYaml: true });
  const begun = patchFrontMatter('', { path: ['text'], value: 'Closed', isYaml: true });

  expect(changed).toBe('# Above every page.\ntext: "Open again"\n');
  expect(begun).toBe('text: Closed\n');
});

test('writes a text of two paragraphs', () => {
  const value = 'Your invoice comes within a week.\n\nBring boots: it is wet.';
  const letters = 'place: Your invoice comes by email.\nwaiting: Tell us.\n';

  const changed = patchFrontMatter(letters, { path: ['place'], value, isYaml: true });

  expect(readFields(changed, true)).toEqual({ place: value, waiting: 'Tell us.' });
});

test('refuses to change a file whose front matter is invalid or missing', () => {
  expect(() => patchFrontMatter('---\ntitle: "a\n---\n', { path: ['title'], value: 'b' })).toThrow(
    UnpatchableError,
  );
  expect(() => patchFrontMatter('Text', { path: ['title'], value: 'b' })).toThrow(UnpatchableError);
});

test('a form shows a half-typed year as it was typed, and a later keystroke replaces it by the day', () => {
  const source = (day: string) => `---\ndate: ${day}\n---\n`;

  const shown = readFields(source('0027-01-15'));
  const typed = patchFrontMatter(source('2026-06-18'), { path: ['date'], value: '0202-01-15' });
  const whole = patchFrontMatter(typed, { path: ['date'], value: new Date('2027-01-15') });

  expect(shown).toEqual({ date: '0027-01-15' });
  expect(readFields(typed)).toEqual({ date: '0202-01-15' });
  expect(whole).toBe(source('2027-01-15'));
});
