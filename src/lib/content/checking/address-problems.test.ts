import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { badAliases, badNames, namedBadly } from '#test/bad-names.ts';
import { handbookPage, makeContentFolder } from '#test/content-folder.ts';
import { sampleInstitute } from '#test/sample-institute.ts';
import { checkContent } from '#lib/content/check.ts';
import { listRoutes } from './list-routes.ts';

const routes = await listRoutes(process.cwd());

async function check(files: Record<string, string>, published?: ReadonlySet<string>) {
  const directory = makeContentFolder({ 'pages/about.mdx': namedBadly, ...files });
  const { problems, redirects } = await checkContent({
    directory,
    institute: sampleInstitute,
    now: new Date('2026-11-21T12:00Z'),
    routes,
    ...(published && { published: new Map([...published].map((path) => [path, {}])) }),
  });
  const found = problems
    .filter(({ message }) => / address| alias|folders/.test(message))
    .map(({ file, line, severity, message, fix }) => ({
      file: relative(directory, file),
      line,
      severity,
      message,
      fix,
    }));
  return { found, redirects };
}

const published = new Set(['pages/about.mdx', 'courses/soil-science.mdx', 'people/ines-calder.mdx']);

test.each(badNames)('reports the file %s, with a fix, and nothing about other files', async (name) => {
  const { found } = await check({ [name]: namedBadly }, published);

  expect(found).toEqual([
    {
      file: name,
      line: 1,
      severity: 'fatal',
      message: expect.any(String),
      fix: expect.stringMatching(/rename|move/),
    },
  ]);
});

test.each(badAliases)('reports the alias %s at its line, and does not redirect it', async (alias) => {
  const page = handbookPage('Text.').replace('title', `aliases: [/old, ${alias}]\ntitle`);

  const { found, redirects } = await check({ 'handbook/a.mdx': page });

  expect(found).toMatchObject([{ file: 'handbook/a.mdx', line: 2, severity: 'error' }]);
  expect(redirects).toEqual([{ from: '/old', to: '/handbook/a' }]);
});

test('accepts names in other scripts, and composes letters with their accents', async () => {
  const names = [
    'news/मौसम.mdx',
    'news/cafe\u0301.mdx',
    'handbook/Études/index.mdx',
    'pages/constructor.mdx',
  ];
  const linked = handbookPage('[a](/news/caf\u00e9) [b](/handbook/études)');

  const { found } = await check({
    ...Object.fromEntries(names.map((name) => [name, namedBadly])),
    'handbook/links.mdx': linked,
  });

  expect(found).toEqual([]);
});

test('composed and decomposed spellings of a name have the same address', async () => {
  const { found } = await check({ 'pages/cafe\u0301.mdx': namedBadly, 'pages/caf\u00e9.mdx': namedBadly });

  expect(found).toMatchObject([{ severity: 'fatal', message: expect.stringContaining('already used by') }]);
});

test('a new file cannot take the address of a published file, in any order of the files', async () => {
  const { found, redirects } = await check(
    {
      'handbook/A.mdx': handbookPage('Text.'),
      'handbook/a.mdx': handbookPage('Text.'),
      'handbook/ill.mdx': handbookPage('Text.'),
      'handbook/sick.mdx': handbookPage('Text.').replace('title', 'aliases: [/handbook/ill, /z]\ntitle'),
      'handbook/new.mdx': handbookPage('Text.').replace('title', 'aliases: [/z, /handbook/a]\ntitle'),
    },
    new Set([...published, 'handbook/a.mdx', 'handbook/sick.mdx']),
  );

  expect(
    found.map(({ file, message }) => `${file}: ${message.replace(/\S*\/handbook\/(\w+\.mdx)/, '$1')}`),
  ).toEqual([
    'handbook/A.mdx: the address /handbook/a is already used by a.mdx',
    'handbook/ill.mdx: the address /handbook/ill is already an alias of sick.mdx',
    'handbook/new.mdx: the alias /z is already an alias of sick.mdx',
    'handbook/new.mdx: the alias /handbook/a is already used by a.mdx',
  ]);
  expect(redirects.map(({ from }) => from)).toEqual(['/handbook/ill', '/z']);
});
