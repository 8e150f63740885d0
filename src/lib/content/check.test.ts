import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { courseFields, handbookPage, makeContentFolder } from '#test/content-folder.ts';
import { sampleInstitute as site } from '#test/sample-institute.ts';
import { checkAndRead, checkContent, type CheckOptions } from './check.ts';

const today = '2026-11-21';
type Files = Readonly<Record<string, string | undefined>>;

/** The problems as lines `name:line: severity: message: fix`, the name below the content folder. */
async function check(files: Files, options: Partial<CheckOptions> = {}): Promise<string[]> {
  const directory = makeContentFolder(files);
  const problems = await checkContent({ directory, institute: site, today, ...options });
  return problems.map(({ file, line, severity, message, fix }) => {
    return `${relative(directory, file)}:${line}: ${severity}: ${message}: ${fix}`;
  });
}

const course = (change: (fields: string) => string, text = 'Text.') =>
  ({
    'courses/peat.mdx': `---\n${change(courseFields.replace('SOIL101', 'PEAT101'))}---\n\n${text}\n`,
  }) as Files;
const changed = (from: string | RegExp, to: string) => course((fields) => fields.replace(from, to));
const page = (text: string): Files => ({ 'handbook/sick.mdx': handbookPage(text) });
const program = (credits: number, stages: string): Files => ({
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
});
test('content without problems passes', async () => {
  expect(await check({})).toEqual([]);
});

test('tells all problems of all files at once', async () => {
  const problems = await check({
    'handbook/a.mdx': handbookPage('Less <5.\n\nA { here.\n\n<Calout />\n\n[x](/nowhere)'),
    'handbook/b.md': 'No front matter.\n',
    ...changed('credits: 15', 'credits: many'),
  });

  expect(problems.map((problem) => /^[^:]+:\d+: \w+/.exec(problem)?.[0])).toEqual([
    'courses/peat.mdx:7: fatal',
    'handbook/a.mdx:5: fatal',
    'handbook/a.mdx:7: fatal',
    'handbook/a.mdx:9: fatal',
    'handbook/a.mdx:11: error',
    'handbook/b.md:1: fatal',
  ]);
});

test('prerequisites in a circle are told once, with the whole circle', async () => {
  const withNeeds = (code: string, needs: string) =>
    `---\n${courseFields.replace('SOIL101', code)}prerequisites: [${needs}]\n---\n`;

  const problems = await check({
    'courses/a.mdx': withNeeds('AAAA101', 'BBBB101'),
    'courses/b.mdx': withNeeds('BBBB101', 'CCCC101'),
    'courses/c.mdx': withNeeds('CCCC101', 'AAAA101'),
  });

  expect(problems).toEqual([
    expect.stringMatching(/^courses\/a.mdx:14: error: .*AAAA101 needs BBBB101 needs CCCC101 needs AAAA101/),
  ]);
});

test('links by file, by address and to anchors of raw HTML lead somewhere', async () => {
  const problems = await check({
    'handbook/leave/sick.mdx': handbookPage(
      '<a id="pay"></a>\n\n## Field work & “pay”\n\n[a](../index.mdx) [b](./sick.mdx#pay) [c](/courses/soil-science/#field-work) [d](../../courses/soil-science) [e](#field-work--pay) [f](/people#ines-calder) [g](https://x.example) [h](mailto:a@x.example) [i](/llms.txt)',
    ),
    'handbook/index.md': handbookPage('[Sick leave](leave/sick.mdx)\n\n[Ines](../people/ines-calder.mdx)'),
  });

  expect(problems).toEqual([]);
});

test('a choice between courses adds up when some choice does', async () => {
  const problems = await check({
    ...changed('credits: 15', 'credits: 30'),
    ...program(30, '[{ title: First, courses: [SOIL101, PEAT101], choose: 1 }]'),
  });

  expect(problems).toEqual([]);
});

test('broken links and images of the handbook only warn when a build asks for that', async () => {
  const problems = await check(page('[x](/nowhere) ![A weir](./weir.jpg)'), { handbookLinks: 'warning' });

  expect(problems.map((problem) => /: (\w+):/.exec(problem)?.[1])).toEqual(['warning', 'warning']);
});

test('former addresses lead to pages, but not to drafts nor from where something is to be read', async () => {
  const withAliases = (fields: string) => `---\ntitle: Sick leave\n${fields}\n---\n`;
  const directory = makeContentFolder({
    'handbook/a.mdx': withAliases('aliases: [/ill, /courses/soil-science, /courses]'),
    'handbook/b.mdx': withAliases('aliases: [/ill, /sick]'),
    'handbook/c.mdx': withAliases('aliases: [/unwell]\ndraft: true'),
  });

  const { redirects } = await checkAndRead({ directory, institute: site, today });

  expect(redirects).toEqual([
    { from: '/ill', to: '/handbook/a' },
    { from: '/sick', to: '/handbook/b' },
  ]);
});

test('Markdown files are not read as MDX, and files that begin with _ not at all', async () => {
  const problems = await check({
    'handbook/a.md': handbookPage('Less <5 and { and <GSARegSec and import.'),
    'handbook/_notes.mdx': 'anything <',
  });

  expect(problems).toEqual([]);
});

test('lines are right in files of Windows and with a byte order mark', async () => {
  const problems = await check({
    'handbook/a.mdx': `\uFEFF${handbookPage('Text.\n\nLess <5.').replaceAll('\n', '\r\n')}`,
  });

  expect(problems).toEqual([expect.stringMatching(/^handbook\/a.mdx:7: fatal: a < /)]);
});
