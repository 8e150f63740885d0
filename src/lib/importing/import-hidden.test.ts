import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeImportFolder } from '#test/import-folder.ts';
import { importFiles } from '#test/import-markdown-files.ts';
import { reportData } from '#test/report-data.ts';
import { createReader } from './wordpress/read-export.ts';
import { toSource } from './wordpress/wordpress-source.ts';
import { readHtmlFolder } from './html/html-folder.ts';
import { writeImportReport } from './import-report.ts';

async function importSite(name: string) {
  const folder = makeImportFolder();
  const options = { into: undefined, site: 'https://old.example' };
  const source = readHtmlFolder(reportData(join(name, 'site')), options);
  const result = await folder.import(source);
  const { errors, redirects, addresses } = await folder.check();
  expect(errors).toEqual([]);
  const report = writeImportReport({ source, result, problems: new Map() });
  return { ...folder, pages: result.pages, redirects, addresses, report };
}

test('parts that the source hides are in the report only, unless something on the page shows them', async () => {
  const { read, pages, report } = await importSite('import-html-hidden');

  const text = read('content/pages/parts.mdx');
  expect(text).not.toContain('secret');
  for (const shown of ['Second tab.', 'The rest.', 'The last.', 'Found.']) expect(text).toContain(shown);
  expect(pages.find(({ id }) => id === 'parts.html')).toMatchObject({ isDraft: false, missing: [] });
  expect(report).toContain('a part that the source hides: 3 parts of `pages/parts.mdx`');
});

test('a page that search engines were told to leave out is a draft, and stands first in the report', async () => {
  const { addresses, report } = await importSite('import-html-hidden');

  expect([...addresses].toSorted()).toEqual(['/followed', '/parts']);
  expect(report).toContain(
    '`pages/unlisted.mdx`: is a draft: search engines were told to leave it out (noindex)',
  );
});

test('the rules for hidden parts and pages hold for Markdown, too', async () => {
  const { public: addresses, read } = await importFiles({
    'docusaurus.config.js': 'export default {};',
    'docs/a.md': '# A\n\n<head>\n  <meta name="robots" content="noindex" />\n</head>\n\nText.\n',
    'docs/b.md': '---\nrobots: noindex, follow\n---\n\n# B\n\nText.\n',
    'docs/c.md':
      '# C\n\nText.\n\n<p style={{color: "red", display: \'none\'}}>secret 1</p>\n\n<div hidden>secret 2</div>\n',
  });

  expect(addresses).toEqual(['/handbook/c']);
  expect(read('handbook/c.mdx')).not.toContain('secret');
});

test.each([
  ['_yoast_wpseo_meta-robots-noindex', '1', true],
  ['_yoast_wpseo_meta-robots-noindex', '2', false],
  ['rank_math_robots', 'a:1:{i:0;s:7:"noindex";}', true],
  ['rank_math_robots', 'a:1:{i:0;s:5:"index";}', false],
])('WordPress: %s with %s', (key, value, isDraft) => {
  const reader = createReader('export.xml');
  reader.write(
    `<rss xmlns:wp="w"><channel><wp:wxr_version>1.2</wp:wxr_version><link>https://old.example</link><item><title>A</title><wp:post_id>1</wp:post_id><wp:post_type>page</wp:post_type><wp:status>publish</wp:status><wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta></item></channel></rss>`,
  );

  const { pages } = toSource(reader.end(), { uploads: undefined });

  expect(pages.map((page) => page.isDraft)).toEqual([isDraft]);
});

test('HTML: addresses with dots and spaces, of folders, and of pages that only lead on become aliases', async () => {
  const { read, redirects } = await importSite('import-html-addresses');

  expect([...redirects].toSorted()).toEqual([
    ['/courses/Rope.HTM', '/courses-rope'],
    ['/ebb.htm', '/tides'],
    ['/flow.htm', '/tides'],
    ['/my trip.php', '/my-trip'],
    ['/tides/index.htm', '/tides'],
  ]);
  expect(read('content/pages/home.mdx')).toContain('[Rope](/courses-rope)');
});

test('frames become links to their pages', async () => {
  const { read, pages } = await importSite('import-html-addresses');

  expect(read('content/pages/frames.mdx')).toMatch(/---\n\n\[All tides\]\(\/tides\)\n$/);
  expect(pages.find(({ id }) => id === 'frames.html')).toMatchObject({ isDraft: false, missing: [] });
});
