import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeImportFolder } from '#test/import-folder.ts';
import { importFiles } from '#test/import-markdown-files.ts';
import { writeImportReport } from './import-report.ts';
import { readMarkdownFolder } from './markdown/markdown-source.ts';

test.each([
  ['JSON in one line', '{ "title": "Tides", "draft": true, "x": { "y": 1 } }\n\nWords.\n'],
  ['JSON after a name', '---json\n{ "title": "Tides", "draft": true }\n---\n\nWords.\n'],
  ['TOML after a name', '---toml\ntitle = "Tides"\ndraft = true\n---\n\nWords.\n'],
  ['YAML after a name', '---yaml\ntitle: Tides\ndraft: true\n---\n\nWords.\n'],
  ['YAML that ends with dots', '---\ntitle: Tides\ndraft: true\n...\n\nWords.\n\n---\n'],
  ['lines that end with CR', '---\rtitle: Tides\rdraft: true\r---\r\rWords.\r'],
  ['lines of Pelican', 'Title: Tides\nModified: 2024-05-06\nTags: a,\n  b\nStatus: draft\n\nWords.\n'],
  ['UTF-16', Buffer.from('\uFEFF---\ntitle: Tides\ndraft: true\n---\n\nWords.\n', 'utf16le')],
])('fields in %s are read', async (_, text) => {
  const { public: addresses, read } = await importFiles({ 'a.md': text });

  expect(addresses).toEqual([]);
  expect(read('handbook/a.mdx')).toMatch(/^---\ntitle: Tides\n(?:.*\n)*draft: true\n(?:.*\n)*---\n\nWords\./);
});

test('a page with first lines that may be fields is a draft', async () => {
  const { public: addresses, report } = await importFiles({
    'a.md': '----\ntitle: A\ndraft: true\n----\n\nWords.\n',
    'b.md': 'Note: this is no field.\n\ndraft: true\n',
  });

  expect(addresses).toEqual(['/handbook/b']);
  expect(report).toContain('is a draft: its first lines look like fields, which cannot be read');
});

test('files that are no text, other files and links are counted', async () => {
  const folder = makeImportFolder();
  folder.write('source/a.md', Buffer.from('---\ntitle: Möwen\n---\n\nGröße\n', 'latin1'));
  folder.write('source/b.md', Buffer.from(Array.from({ length: 200 }, (_, at) => at)));
  folder.write('source/c.txt', 'Text.');
  folder.write('source/node_modules/d.md', 'Text.');
  symlinkSync('a.md', join(folder.dir, 'source/e.md'));
  const source = readMarkdownFolder(join(folder.dir, 'source'), { into: undefined, site: undefined });

  const result = await folder.import(source);

  expect(result.pages.map(({ title }) => title)).toEqual(['Möwen']);
  const report = writeImportReport({ source, result, problems: new Map() });
  for (const line of [
    'a.md: it names no encoding and is not UTF-8: read as windows-1252, like browsers do',
    '`b.md`: is no text',
    '1 hidden files, or files of node_modules and _site, that are no pages, such as node_modules/d.md',
    '1 files .txt that are no pages, such as c.txt',
    '1 symbolic links, which are not followed, that are no pages, such as e.md',
  ])
    expect(report).toContain(`- ${line}`);
});

test('the report names the fields of a group that the entry does not have', async () => {
  const { source } = await importFiles({
    'src/content/docs/a.mdx':
      '---\ntitle: A\nsidebar: { order: 2 }\nhero: { tagline: Twice a day, image: { file: ./a.png, alt: A } }\n---\n\nText.\n',
    'src/content/docs/a.png': '',
  });

  expect(source.notes).toContain('the field `hero.tagline` of `src/content/docs/a.mdx`');
  expect(source.notes.join()).not.toMatch(/sidebar|hero\.image/);
});
