import { expect, test } from 'vitest';
import { readFrontMatter, readYamlFile } from './check-front-matter.ts';
import { parseEntry } from './entry.ts';
import { findHiddenCharacters } from './hidden-characters.ts';
import { findSchemaProblems } from './schema-problems.ts';
import { parseSettings } from './settings-file.ts';

const linesOf = (yaml: string) => {
  const { frontMatter } = readYamlFile(yaml);
  return frontMatter && findHiddenCharacters(frontMatter).map(({ line }) => line);
};

test.each([
  String.raw`"Peat\x0dX:1"`,
  String.raw`"Peat\rX:1"`,
  String.raw`"Peat\u202egnp"`,
  String.raw`"Peat\u2066"`,
  String.raw`"Peat\0"`,
  String.raw`"Peat\e[31m"`,
  String.raw`"Peat\N"`,
  String.raw`"Peat\L"`,
  String.raw`"Peat\x7f"`,
  String.raw`"Peat\x9b"`,
  String.raw`"Peat\uD800"`,
  String.raw`"Peat\uFFFF"`,
  'Peat\u202E',
  'Peat\u2028X',
  'Peat\u009B',
])('reports hidden characters in a parsed value: %j', (value) => {
  expect(linesOf(`title: Soils\nsummary: ${value}\n`)).toEqual([2]);
});

test('reports hidden characters in names, lists and groups at their lines', () => {
  const yaml = String.raw`a: b
terms:
  - name: Spring
  - name: "Autumn\r"
"b\x07": c
tags: [a, "b\u202e"]
`;

  expect(linesOf(yaml)).toEqual([4, 5, 6]);
});

test('accepts line breaks, tabs and marks that scripts need', () => {
  expect(linesOf('a: |\n  One\n  two\nb: "c\\td"\nc: "\u200F\u200Dא 👩‍🌾"\n')).toEqual([]);
});

test('a hidden character is fatal in entries and in settings', () => {
  const source = String.raw`---
title: "Visit\x0d"
---
`;
  const { frontMatter } = readFrontMatter(source);

  const ofEntry = frontMatter && findSchemaProblems('pages', frontMatter);
  const ofSettings = parseSettings('settings/notice.yaml', String.raw`text: "Closed\u202e"`).findings;

  expect(ofEntry).toContainEqual(
    expect.objectContaining({ line: 2, severity: 'fatal', message: expect.stringContaining('invisible') }),
  );
  expect(ofSettings).toContainEqual(
    expect.objectContaining({ line: 1, severity: 'fatal', message: expect.stringContaining('invisible') }),
  );
});

const textWith = (line: string) => {
  const path = { collection: 'pages', name: 'a.mdx', path: '/content/pages/a.mdx' } as const;
  return parseEntry(
    path,
    `---\ntitle: Soils\nsummary: x\n---\n\nThe first line.\n\n${line}\n`,
  ).findings.filter(({ message }) => message.includes('direction'));
};

test.each([
  'Pay to \u202E12345\u202C today',
  '`if (isAdmin\u2066) {`',
  '- a\u202A\n',
  '[a link\u2067](/about)',
  'Pay to &#x202E;12345',
  'Pay to &#8238;12345',
])('reports direction characters in the body at their line: %j', (line) => {
  expect(textWith(line)).toMatchObject([{ line: 8, severity: 'error' }]);
});

test.each([
  'האוניברסיטה נוסדה בשנת 1925 (ירושלים).',
  'تأسست الجامعة في عام 1908، القاهرة.',
  'C++\u200F ו-C#\u200E; &rlm; &lrm;',
  'می\u200Cخواهم 👩\u200D🔬',
  'Entities &#8239; &#x2060; &#82380;',
])('accepts a body with %j', (line) => {
  expect(textWith(line)).toEqual([]);
});
