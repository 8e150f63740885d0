import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importHtml } from '#test/import-html.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { onePixel } from '#test/wordpress-export.ts';
import { createImportFiles, findInFolder } from './import-files.ts';

test('copies of read-only files can be written to', () => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'plan.pdf'), 'plan', { mode: 0o444 });
  const publicDir = join(folder, 'public');
  const files = createImportFiles(
    { contentDir: join(folder, 'content'), publicDir },
    { findFile: ({ pathname }) => findInFolder(folder, pathname) },
  );

  files.copyDownload(new URL('https://old.example/plan.pdf'), []);

  expect(statSync(join(publicDir, 'plan.pdf')).mode & 0o200).toBe(0o200);
});

test('a link to a file outside the folder is not followed, one to a file inside is', () => {
  const folder = makeFolder();
  const source = join(folder, 'source');
  mkdirSync(join(source, 'files'), { recursive: true });
  writeFileSync(join(folder, 'private.pdf'), 'private');
  writeFileSync(join(source, 'plan.pdf'), 'plan');
  symlinkSync('../../private.pdf', join(source, 'files/private.pdf'));
  symlinkSync('..', join(source, 'files/up'));

  expect(findInFolder(source, '/files/private.pdf')).toBeUndefined();
  expect(findInFolder(source, '/files/up/plan.pdf')).toBe(join(source, 'files/up/plan.pdf'));
});

test('a picture and a download that cannot be copied are in the report, and the other pages are imported', async () => {
  const files = {
    'a.html':
      '<h1>A</h1><p>See <a href="files/plan.pdf">the plan</a> and <img src="mill.png" alt="The mill">.</p>',
    'b.html': '<h1>B</h1><p>Text.</p>',
    'mill.png': onePixel,
    'files/plan.pdf': 'plan',
  };

  const { pages, report, read } = await importHtml(files, undefined, {
    'content/pages/pictures': 'a file in the place of the folder',
    'public/files': 'a file in the place of the folder',
  });

  expect(pages.map(({ outcome }) => outcome)).toEqual(['new', 'new']);
  expect(read('a')).toContain('See the plan and');
  expect(report).toContain('a picture is not here, its file cannot be copied: ');
  expect(report).toContain('a file cannot be copied: ');
});
