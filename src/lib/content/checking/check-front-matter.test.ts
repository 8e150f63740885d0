import { expect, test } from 'vitest';
import { parseYaml } from '#lib/content/parse-yaml.ts';
import { readFrontMatter, readYamlFile } from './check-front-matter.ts';

test('the body keeps its line numbers', () => {
  const { body, findings } = readFrontMatter('---\ntitle: Leave\n---\nText.\n');

  expect(body).toBe('\n\n\nText.\n');
  expect(findings).toEqual([]);
});

test('lineOf returns the line of a field, or of its parent if it is missing', () => {
  const { frontMatter } = readFrontMatter(
    '---\ntitle: Leave\nofferings:\n  - term: spring\n    seats: 9\n  - term: autumn\n---\n',
  );

  expect(frontMatter?.lineOf(['title'])).toBe(2);
  expect(frontMatter?.lineOf(['offerings', 0, 'seats'])).toBe(5);
  expect(frontMatter?.lineOf(['offerings', 1, 'seats'])).toBe(6);
  expect(frontMatter?.lineOf(['code'])).toBe(1);
});

test('parses days as dates and keeps impossible days as text', () => {
  const { frontMatter } = readFrontMatter('---\na: 2027-01-11\nb: 2027-02-30\n---\n');

  expect(frontMatter?.data).toEqual({ a: new Date('2027-01-11'), b: '2027-02-30' });
});

test.for([
  ['title: a\n\tb: c', 3],
  ['title: "open', 2],
  ['title: @larkmoor', 2],
  ['title: a\ntitle: b', 3],
  ['title: a\njust words', 3],
  ['title: a\u0000b', 2],
  ['- a list', 1],
  ['people: [a\norder: 1\ndraft: true', 2],
] as const)('reports the line of invalid front matter: %j', ([fields, line]) => {
  const { frontMatter, findings } = readFrontMatter(`---\n${fields}\n---\n`);

  expect(frontMatter).toBeUndefined();
  expect(findings).toEqual([expect.objectContaining({ line, severity: 'fatal' })]);
});

test.for([
  ['title: a\n  order: 1', 3],
  ['title: "a"\n  order: 1', 3],
  ['title: a # note\n  order: 1', 3],
  ['level: 4\n fee: 1\nx: 2', 3],
  ['  title: a\norder: 1', 2],
  ['a:\n    b: 1\n  c: 2', 4],
  ['people:\n  - a\n - b\nx: 1', 4],
  ['people: [a]\n  - b\nx: 1', 3],
  ['people: [a,\nb]\nx: 1', 3],
  ['offerings:\n  - term: spring\n     mode: online', 4],
  ['offerings:\n  - term: spring\n   mode: online', 4],
  ['offerings:\n  - term: spring\n    times:\n      - day: tuesday\n       from: "18:00"\n    seats: 24', 6],
  ['summary: a long\n  text that goes on: here\norder: 1', 3],
] as const)('reports wrong indentation on its own line: %j', ([fields, line]) => {
  const { findings } = readFrontMatter(`---\n${fields}\n---\n`);

  expect(findings).toEqual([
    expect.objectContaining({ line, message: expect.stringContaining('this line is indented') as string }),
  ]);
});

const laughs = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...[...'bcdefgh'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(',')}]`),
].join('\n');
const fields = (count: number) => Array.from({ length: count }, (_, at) => `field${at}: ${at}`).join('\n');

test.for([
  ['nested references', laughs, 2, 'an anchor of YAML'],
  ['an alias', 'title: a\nb: *a', 3, 'an alias of YAML'],
  ['a tag', 'title: a\nb: !!binary a', 3, 'a tag of YAML'],
  ['45,000 fields', fields(45_000), 1, 'longer than 32 KiB'],
  ['501 fields', fields(501), 502, 'more than 500 fields'],
  ['a list of thousands', `title: a\nb: [${'a,'.repeat(3_000)}]`, 3, 'too many values'],
  ['200,000 brackets', `title: a\nb: ${'['.repeat(200_000)}`, 1, 'longer than 32 KiB'],
  ['30 brackets', `title: a\nb: ${'['.repeat(30)}`, 3, 'nested more than 20 levels deep'],
  ['30 hyphens', `title: a\nb:\n  ${'- '.repeat(30)}x`, 4, 'nested more than 20 levels deep'],
  ['a text of 33 KiB', `title: ${'a'.repeat(33 << 10)}`, 1, 'longer than 32 KiB'],
  ['15,000 wrong escapes', `title: a\nb: "${'\\q'.repeat(15_000)}"`, 3, 'too many values'],
  ['5,000 quotes', `title: a\nb: x\n${'"'.repeat(5_000)}`, 4, 'too many values'],
  ['5,000 empty lines', `title: a${'\n'.repeat(5_000)}`, 3_995, 'too many values'],
  ['an instruction', `${'%a %b\n'.repeat(1_000)}title: a`, 2, 'an instruction to the reader of YAML'],
  ['an end of the fields', 'title: a\n...\nb: c', 3, 'ends the fields'],
  ['1,000 lines with a tab', `title: 'a\n${'\tb\n'.repeat(1_000)}'`, 3, 'indented with a tab'],
  ['NUL', 'title: a\nb: a\0b', 3, 'not text in UTF-8'],
  ['Latin-1', Buffer.from('title: a\nb: Universit\u00E9', 'latin1').toString('utf8'), 3, 'not text in UTF-8'],
] as const)('reports %s at its line, without parsing it', ([, yaml, line, message]) => {
  const { frontMatter, findings } = readFrontMatter(`---\n${yaml}\n---\nText\n`);

  expect(frontMatter).toBeUndefined();
  expect(findings).toEqual([
    expect.objectContaining({ line, severity: 'fatal', message: expect.stringContaining(message) as string }),
  ]);
});

test('stops after the errors of the first few of 30,000 brackets', () => {
  const parsed = parseYaml('}'.repeat(30_000));

  expect('document' in parsed && parsed.document.errors.length).toBeLessThan(50);
});

test('accepts 500 fields, and 15 levels', () => {
  expect(readFrontMatter(`---\n${fields(500)}\n---\n`).findings).toEqual([]);
  expect(readFrontMatter(`---\na: ${'['.repeat(15)}${']'.repeat(15)}\n---\n`).findings).toEqual([]);
});

test('settings have the same limits', () => {
  expect(readYamlFile(laughs).findings[0]?.message).toContain('an anchor');
  expect(readYamlFile(fields(501)).findings[0]?.line).toBe(501);
  expect(readYamlFile('text: a\n---\ntext: b\n').findings[0]).toMatchObject({ line: 2, severity: 'fatal' });
});
