import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { checkFolder } from '#test/check-content-files.ts';
import { handbookPage, makeContentFolder } from '#test/content-folder.ts';
import { createContentIndex } from './content-index.ts';
import { findVanishedAddresses, type PublishedAddress } from './vanished-addresses.ts';

async function findVanished(previous: readonly PublishedAddress[], files: Record<string, string> = {}) {
  const folder = makeContentFolder(files);
  const { entries } = await checkFolder(folder);
  const problems = findVanishedAddresses(
    previous,
    createContentIndex(entries, { routes: ['/courses', '/api/*'] }),
  );
  return problems.map(({ file, line, message, fix, severity }) => {
    return `${relative(folder, file)}:${line}: ${severity}: ${message}: ${fix}`;
  });
}

const published = { path: '/courses/soil-science', title: 'Soil Science' };

test('reports nothing for addresses that are still pages, aliases or routes', async () => {
  const files = { 'handbook/a.md': '---\ntitle: Sick leave\naliases: [/ill]\n---\n' };

  const problems = await findVanished(
    [published, { path: '/ill' }, { path: '/courses' }, { path: '/api/health' }],
    files,
  );

  expect(problems).toEqual([]);
});

test('suggests the new page with the same title', async () => {
  const problems = await findVanished([published, { path: '/handbook/leave', title: 'Sick leave' }], {
    'handbook/other.md': handbookPage('Text.').replace('Sick', 'Other'),
    'handbook/ill.md': handbookPage('Text.'),
  });

  expect(problems).toEqual([
    'handbook/ill.md:1: warning: the address /handbook/leave was published and no longer leads to a page: if this page replaces it, add it to the aliases: aliases: [/handbook/leave]',
  ]);
});

test.for([
  ['the same file name', '/handbook/old/leave', 'handbook/new/leave.md'],
  ['the only new page of its collection', '/handbook/leave', 'handbook/days-off.md'],
] as const)('suggests %s', async ([, path, file]) => {
  const problems = await findVanished([published, { path }], { [file]: handbookPage('Text.') });

  expect(problems).toEqual([expect.stringContaining(`${file}:1: warning: the address ${path} `)]);
});

test('suggests the most similar of several new addresses', async () => {
  const problems = await findVanished(
    [published, { path: '/handbook/sick-leaves' }, { path: '/handbook/pay' }],
    {
      'handbook/sick-leave.md': handbookPage('Text.'),
      'handbook/visitors.md': handbookPage('Text.'),
    },
  );

  expect(problems).toEqual([
    expect.stringContaining('handbook/sick-leave.md:1: '),
    expect.stringContaining('handbook:1: warning: the address /handbook/pay '),
  ]);
});

test('reports at the folder if no page is new, or at the line of existing aliases', async () => {
  const problems = await findVanished(
    [published, { path: '/handbook/a', title: 'Sick leave' }, { path: '/news/b' }],
    {
      'handbook/ill.md': '---\ntitle: Sick leave\naliases: [/ill]\n---\n',
    },
  );

  expect(problems).toEqual([
    expect.stringContaining('handbook/ill.md:3: '),
    expect.stringContaining(
      'news:1: warning: the address /news/b was published and no longer leads to a page: if another page replaces it, write aliases: [/news/b] there',
    ),
  ]);
});

test('does not report a page that has become a draft', async () => {
  const problems = await findVanished([published, { path: '/handbook/a' }], {
    'handbook/a.md': '---\ntitle: Sick leave\ndraft: true\n---\n',
  });

  expect(problems).toEqual([]);
});
