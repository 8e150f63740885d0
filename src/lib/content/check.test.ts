import { expect, test } from 'vitest';
import { changed, checkFiles, checkFolder, course, page, program } from '#test/check-content-files.ts';
import { courseFields, handbookPage, makeContentFolder } from '#test/content-folder.ts';

test('reports nothing for content without problems', async () => {
  expect(await checkFiles({})).toEqual([]);
});

test('reports all problems of all files at once', async () => {
  const problems = await checkFiles({
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

test('reports circular prerequisites once, with the whole cycle', async () => {
  const withNeeds = (code: string, needs: string) =>
    `---\n${courseFields.replace('SOIL101', code)}prerequisites: [${needs}]\n---\n`;

  const problems = await checkFiles({
    'courses/a.mdx': withNeeds('AAAA101', 'BBBB101'),
    'courses/b.mdx': withNeeds('BBBB101', 'CCCC101'),
    'courses/c.mdx': withNeeds('CCCC101', 'AAAA101'),
  });

  expect(problems).toEqual([
    expect.stringMatching(/^courses\/a.mdx:14: error: .*AAAA101 needs BBBB101 needs CCCC101 needs AAAA101/),
  ]);
});

test('reports a duplicate course code first, with the problems that it causes', async () => {
  const problems = await checkFiles({
    ...changed('PEAT101', 'SOIL101'),
    ...program(30, '[{ title: First, courses: [SOIL101, PEAT101] }]'),
    'handbook/a.mdx': handbookPage('<Fee course="PEAT101" />\n\n[x](/nowhere)'),
    'handbook/b.mdx': handbookPage('<Fee course="PEAT101" />'),
    'handbook/c.mdx': handbookPage('<CourseList codes="PEAT101" />'),
  });

  expect(problems).toEqual([
    expect.stringMatching(
      /^courses\/soil-science.mdx:2: error: the code SOIL101 is already used by .*courses\/peat.mdx, which may cause 4 other problems \(.*programs\/soils.mdx.* and 1 more\): give one/,
    ),
    expect.stringMatching(/^handbook\/a.mdx:7: error: the link \/nowhere/),
  ]);
});

test('counts wrong credits of a program among the problems that a duplicate course code causes', async () => {
  const problems = await checkFiles({
    ...course((fields) => fields.replace('PEAT101', 'SOIL101').replace('credits: 15', 'credits: 30')),
    ...program(15, '[{ title: First, courses: [SOIL101] }]'),
  });

  expect(problems).toEqual([expect.stringMatching(/which may cause 1 other problem \(.*soils.mdx\)/)]);
});

test('accepts links to files, addresses, and anchors in raw HTML', async () => {
  const problems = await checkFiles({
    'handbook/leave/sick.mdx': handbookPage(
      '<a id="pay"></a>\n\n## Field work & “pay”\n\n[a](../index.mdx) [b](./sick.mdx#pay) [c](/courses/soil-science/#field-work) [d](../../courses/soil-science) [e](#field-work--pay) [f](/people#ines-calder) [g](https://x.example) [h](mailto:a@x.example) [i](/llms.txt)',
    ),
    'handbook/index.md': handbookPage('[Sick leave](leave/sick.mdx)\n\n[Ines](../people/ines-calder.mdx)'),
  });

  expect(problems).toEqual([]);
});

test('accepts a choice between courses if one choice adds up to the credits of the program', async () => {
  const problems = await checkFiles({
    ...changed('credits: 15', 'credits: 30'),
    ...program(30, '[{ title: First, courses: [SOIL101, PEAT101], choose: 1 }]'),
  });

  expect(problems).toEqual([]);
});

test('a missing image stops a build, except in the handbook', async () => {
  const problems = await checkFiles({
    ...page('![A weir](./weir.jpg)'),
    'pages/visit.mdx': '---\ntitle: Visit\nsummary: How to find the mill.\n---\n\n![A weir](./weir.jpg)\n',
  });

  expect(problems.map((problem) => /: (\w+):/.exec(problem)?.[1])).toEqual(['error', 'fatal']);
});

test('aliases redirect unless their page is a draft or the alias is the address of another page', async () => {
  const withAliases = (fields: string) => `---\ntitle: Sick leave\n${fields}\n---\n`;
  const directory = makeContentFolder({
    'handbook/a.mdx': withAliases('aliases: [/ill, /courses/soil-science, /courses]'),
    'handbook/b.mdx': withAliases('aliases: [/ill, /sick]'),
    'handbook/c.mdx': withAliases('aliases: [/unwell]\ndraft: true'),
  });

  const { redirects } = await checkFolder(directory);

  expect(redirects).toEqual([
    { from: '/ill', to: '/handbook/a' },
    { from: '/sick', to: '/handbook/b' },
  ]);
});

test('does not parse .md files as MDX, and ignores files whose name starts with _', async () => {
  const problems = await checkFiles({
    'handbook/a.md': handbookPage('Less <5 and { and <GSARegSec and import.'),
    'handbook/_notes.mdx': 'anything <',
  });

  expect(problems).toEqual([]);
});

test('reports the right line in files with CRLF and a byte order mark', async () => {
  const problems = await checkFiles({
    'handbook/a.mdx': `\uFEFF${handbookPage('Text.\n\nLess <5.').replaceAll('\n', '\r\n')}`,
  });

  expect(problems).toEqual([expect.stringMatching(/^handbook\/a.mdx:7: fatal: a < /)]);
});
