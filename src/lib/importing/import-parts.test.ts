import { expect, test } from 'vitest';
import { makeImportFolder } from '#test/import-folder.ts';
import { reportData } from '#test/report-data.ts';
import { oldSite, writeExport } from '#test/wordpress-export.ts';
import { readWordPressXml, writePost } from '#test/import-wordpress.ts';
import { readWordPress } from './wordpress/wordpress-source.ts';

const post = (...given: Parameters<typeof writePost>) => writeExport(writePost(...given));

const link = (path: string) => `<a href="${oldSite}${path}">x</a>`;

test('links between the parts of an export lead to the new pages after the first part is imported again', async () => {
  const folder = makeImportFolder();
  const [first, second] = await Promise.all(
    ['part1', 'part2'].map((name) =>
      readWordPress(reportData(`import-wp-parts/${name}.xml`), { uploads: undefined }),
    ),
  );
  if (!first || !second) throw new Error('two parts were expected');

  const outcomes = [];
  for (const source of [first, second, first, second, first])
    outcomes.push((await folder.import(source)).pages[0]?.outcome);

  expect(outcomes).toEqual(['new', 'new', 'updated', 'unchanged', 'unchanged']);
  expect(folder.read('content/news/alpha.mdx')).toContain('[beta](/news/beta)');
  expect(folder.read('content/news/beta.mdx')).toContain('[alpha](/news/alpha)');
  expect((await folder.check()).errors).toEqual([]);
});

test('links find entries of another part by number and by heading, but no drafts', async () => {
  const folder = makeImportFolder();
  await folder.import(readWordPressXml(post(1, '<h2>Way here</h2>Text')));
  await folder.import(readWordPressXml(post(2, 'Draft', 'draft')));

  await folder.import(
    readWordPressXml(post(3, [link('/?p=1'), link('/post-1/#way-here'), link('/post-2/')].join(' '))),
  );

  expect(folder.read('content/news/post-3.mdx')).toContain(
    `[x](/news/post-1) [x](/news/post-1#way-here) [x](${oldSite}/post-2/)`,
  );
});

test('links of one site do not lead to the entries of another', async () => {
  const folder = makeImportFolder();
  await folder.import(readWordPressXml(post(1, 'Text').replaceAll('old.example', 'other.example')));

  await folder.import(readWordPressXml(post(2, link('/post-1/'))));

  expect(folder.read('content/news/post-2.mdx')).toContain(`[x](${oldSite}/post-1/)`);
});
