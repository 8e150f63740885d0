import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeImportFolder } from '#test/import-folder.ts';
import { reportData } from '#test/report-data.ts';
import { oldSite, writeExport } from '#test/wordpress-export.ts';
import { importItems, readWordPressXml, writePost } from '#test/import-wordpress.ts';
import { readWordPress } from './wordpress/wordpress-source.ts';

const readInput = (path: string) => readWordPress(reportData(path), { uploads: undefined });

test.each(['no-ids', 'same-id'])(
  'pages of %s.xml are told apart by their links: a second import changes nothing, and changes arrive',
  async (name) => {
    const folder = makeImportFolder();
    const source = await readInput(`import-wp-ids/${name}.xml`);

    const first = await folder.import(source);
    const second = await folder.import(source);
    const changed = source.pages.map((page) => ({ ...page, html: page.html.replace('Second', 'Other') }));
    const third = await folder.import({ ...source, pages: changed });

    expect(first.pages.map(({ address, outcome }) => [address, outcome])).toEqual([
      ['/news/one', 'new'],
      ['/news/two', 'new'],
    ]);
    expect(second.pages.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
    expect(third.pages.map(({ outcome }) => outcome)).toEqual(['unchanged', 'updated']);
    expect(folder.read('content/news/two.mdx')).toContain('Other text.');
    expect(first.pages[0]?.notes).toEqual([
      'it has no number of its own in the export, so later imports know it by https://quay.example/one/',
    ]);
  },
);

test('items that are in the export twice, word for word, are imported once and counted', async () => {
  const folder = makeImportFolder();
  const source = readWordPressXml(
    writeExport(writePost(1, 'One') + writePost(2, 'Two') + writePost(1, 'One')),
  );

  const { pages } = await folder.import(source);

  expect(pages.map(({ file }) => file)).toEqual(['news/post-1.mdx', 'news/post-2.mdx']);
  expect(source.notes).toContain('1 items that are in the export twice, word for word');
});

test.each([
  ['a space', true, '<![CDATA[ ]]>'],
  ['a line feed', false, '\n  '],
])('a page with a password of %s is a draft: %s', (_, isDraft, password) => {
  const xml = writePost(1, 'Text').replace('<wp:post_password>', `<wp:post_password>${password}`);

  expect(readWordPressXml(writeExport(xml)).pages[0]?.isDraft).toBe(isDraft);
});

test.each(['draft', 'trash', 'private'])(
  'the text of a synced pattern that is %s stays private',
  async (status) => {
    const pattern = writePost(9, 'Secret')
      .replace('<![CDATA[post]]>', '<![CDATA[wp_block]]>')
      .replace('<![CDATA[publish]]>', `<![CDATA[${status}]]>`);

    const { folder } = await importItems(pattern + writePost(1, 'Shown <!-- wp:block {"ref":9} /-->'));

    expect(folder.read('content/news/post-1.mdx')).not.toContain('Secret');
    expect(folder.read('content/news/post-1.mdx')).toContain('{"ref":9}');
  },
);

test('a link by a number that two items share leads to the old site', async () => {
  const twin = writePost(2, 'Two').replaceAll('<wp:post_id>2<', '<wp:post_id>1<').replaceAll('?p=2', '?p=1');

  const { folder } = await importItems(
    writePost(1, 'One') + twin + writePost(3, `<a href="${oldSite}/?p=1">which</a>`),
  );

  expect(folder.read('content/news/post-3.mdx')).toContain(`[which](${oldSite}/?p=1)`);
});

test('links with a query that names no imported page lead to the old site, and are reported', async () => {
  const folder = makeImportFolder();

  const { pages } = await folder.import(await readInput('import-wp-links-with-query/export.xml'));

  const urls = ['?p=99', '?s=rope', '?cat=4'].map((query) => `https://quay.example/${query}`);
  for (const url of urls) expect(folder.read('content/news/alpha.mdx')).toContain(`](${url})`);
  expect(pages[0]?.notes).toEqual(urls.map((url) => `a link still leads to the old site: ${url}`));
});

test('in an export without guid, a link to the home page leads to the home page', async () => {
  const folder = makeImportFolder();

  await folder.import(await readInput('import-wp-links-with-query/no-guid.xml'));

  expect(folder.read('content/news/alpha.mdx')).toContain(
    'See [home](/) and [a search](https://quay.example/?s=rope).',
  );
});

test('a link finds its page without parameters of campaigns, and not with others', async () => {
  const links = ['?utm_source=x&fbclid=y', '?replytocom=3'].map(
    (query) => `<a href="${oldSite}/post-1/${query}">x</a>`,
  );

  const { folder } = await importItems(writePost(1, 'One') + writePost(2, links.join(' ')));

  expect(folder.read('content/news/post-2.mdx')).toContain(
    `[x](/news/post-1) [x](${oldSite}/post-1/?replytocom=3)`,
  );
});

test('the address of a site is that of the channel if the export names no other', async () => {
  const source = await readInput('import-wp-address/export.xml');
  const folder = makeImportFolder();

  const { pages } = await folder.import(source);

  expect(source.origins).toContain('https://quay.example');
  expect(pages.map(({ address, aliases }) => [address, aliases])).toEqual([['/news/one', ['/one']]]);
});

test('the address that the command gives is one of the site, too, and ids stay the same', async () => {
  const file = reportData('import-wp-address/export.xml');
  const site = 'https://new.example';

  const source = await readWordPress(file, { uploads: undefined, site });

  expect(source.origins).toEqual(expect.arrayContaining([site, 'https://quay.example']));
  expect(source.pages[0]?.id).toBe('https://quay.example 1');
});

test('an export without any address is refused without --site and imported with it', async () => {
  const folder = makeImportFolder();
  const path = join(folder.dir, 'export.xml');
  const xml = readFileSync(reportData('import-wp-address/export.xml'), 'utf8');
  folder.write('export.xml', xml.replace('<link>https://quay.example</link>', ''));

  await expect(readWordPress(path, { uploads: undefined })).rejects.toThrow(
    'export.xml does not say the address of the site: add --site https://www.example.org',
  );
  const source = await readWordPress(path, { uploads: undefined, site: 'https://quay.example' });
  expect(source.pages[0]?.addresses).toEqual(['https://quay.example/one/']);
});

test('a link to the home page does not lead to an item without an address', async () => {
  const bare = writePost(1, 'One').replace(`<link>${oldSite}/post-1/</link>`, '<link></link>');

  const { folder } = await importItems(bare + writePost(2, `<a href="${oldSite}/">home</a>`));

  expect(folder.read('content/news/post-2.mdx')).toContain('[home](/)');
});

test('a page without text is named, and its summary says that it has none', async () => {
  const folder = makeImportFolder();

  const { pages } = await folder.import(await readInput('import-wp-empty/export.xml'));

  expect(pages.map(({ title, doubts }) => [title, doubts])).toEqual([
    ['A page about nothing at all', ['it has no text']],
    ['Rope', []],
  ]);
  expect(folder.read('content/news/no-text.mdx')).toContain(
    'summary: A page about nothing at all. This page was imported and has no summary yet.\n',
  );
});

test.each(['<p>&nbsp;</p>', '<!-- a comment -->', '<div></div>', '<script>x()</script>'])(
  'a text of nothing but %s is no text',
  async (html) => {
    const { pages } = await importItems(writePost(1, html));

    expect(pages[0]?.doubts).toContain('it has no text');
  },
);

test('a title with tags stays whole, and a date that no calendar has is in the report as it stood', async () => {
  const xml = writePost(1, 'Text')
    .replace(/<title>.*?<\/title>/, '<title>All <em>about</em> ropes</title>')
    .replace(/(<wp:post_date>).*?(<\/wp:post_date>)/, '$10000-00-00 00:00:00$2');

  const { pages } = await importItems(xml);

  expect(pages[0]?.title).toBe('All about ropes');
  expect(pages[0]?.doubts).toContain('its date “0000-00-00 00:00:00” is not clear');
});
