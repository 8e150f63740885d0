import { expect, test } from 'vitest';
import { importFiles } from '#test/import-markdown-files.ts';

const text = 'This is a text that is long enough to be the summary of a page.';

test('names of all scripts, and names that some systems refuse, make entries that readers can open', async () => {
  const names = ['aux', 'con', '_tides', 'плавание', '北京', 'x'.repeat(90), '\u{20BB7}'.repeat(60), 'end.'];
  const files = Object.fromEntries(names.map((name) => [`${name}.md`, `---\ntitle: Page\n---\n\n${text}\n`]));

  const imported = await importFiles(files);

  expect(imported.errors).toEqual([]);
  expect(imported.errors).toEqual([]);
  // A file that begins with _ may be a part of others, so its page is a draft.
  expect(imported.public.length).toBe(names.length - 1);
  expect(imported.files.slice(0, 3)).toEqual([
    'handbook/tides.mdx',
    'handbook/aux-page.mdx',
    'handbook/con-page.mdx',
  ]);
  expect(imported.files).toContain('handbook/плавание.mdx');
});

test('two files whose names differ in the composition of letters become two entries', async () => {
  const imported = await importFiles({
    'caf\u00E9.md': `---\ntitle: One\n---\n\n${text}\n`,
    'cafe\u0301.md': `---\ntitle: Two\n---\n\n${text}\n`,
  });

  expect(imported.files.toSorted()).toEqual(['handbook/caf\u00E9-2.mdx', 'handbook/caf\u00E9.mdx']);
  expect(imported.errors).toEqual([]);
});

test('a page without a name gets one from its title', async () => {
  const imported = await importFiles({ '!!.md': `---\ntitle: Плавание\n---\n\n${text}\n` });

  expect(imported.files).toEqual(['handbook/plavanie.mdx']);
});

test('a file keeps its own name when another name loses signs and becomes the same', async () => {
  const { folder } = await importFiles({
    'c++.md': `---\ntitle: C plus plus\n---\n\n${text}\n`,
    'c.md': `---\ntitle: C\n---\n\n${text}\n`,
  });

  expect(folder.read('content/handbook/c.mdx')).toContain('title: C\n');
  expect(folder.read('content/handbook/c-2.mdx')).toContain('title: C plus plus\n');
});
