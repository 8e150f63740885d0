import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diffWords } from '#test/diff-words.ts';
import { makeImportFolder } from '#test/import-folder.ts';
import { importItems, importPost, post, readWordPressXml, writePost } from '#test/import-wordpress.ts';
import { generateExport, oldSite, writeExport, writeItem, writeUploads } from '#test/wordpress-export.ts';
import { listLowerWords } from '#test/html-words.ts';

test('60 pages of a generated export are valid, keep their words and answer their old addresses', async () => {
  const { xml, pages } = generateExport(60, 3);
  const folder = makeImportFolder();
  const uploads = join(folder.dir, 'uploads');
  writeUploads(uploads, xml);

  const result = await folder.import(readWordPressXml(xml, { uploads }));

  const { errors, redirects, addresses } = await folder.check();
  expect(errors).toEqual([]);
  let [all, lost] = [0, 0];
  for (const page of pages) {
    const imported = result.pages.find(({ id }) => id === `${oldSite} ${page.id}`);
    const words = listLowerWords(page.text);
    const missing = diffWords(words, await folder.readShownWords(imported?.file ?? ''));
    all += words.length;
    lost += missing.length;
    expect({
      page: page.id,
      missing: missing.slice(0, 8),
      isMuch: missing.length > words.length / 20,
    }).toMatchObject({ isMuch: false });
    if (page.status !== 'publish') continue;
    const old = decodeURIComponent(new URL(page.link).pathname).replace(/\/$/, '');
    expect([page.link, redirects.has(old) || addresses.has(old)]).toEqual([page.link, true]);
  }
  expect(1 - lost / all).toBeGreaterThan(0.99);
  expect(result.pages.reduce((sum, { missingPictures }) => sum + missingPictures, 0)).toBe(0);
  expect(result.pages.flatMap(({ missing }) => missing)).toEqual([]);
});

test('a second import changes nothing, updates what changed, and leaves edited and deleted entries alone', async () => {
  const items = (text: string) =>
    [1, 2, 3, 4].map((id) => writePost(id, `<p>Text ${id} ${id < 4 ? text : 'old'}</p>`)).join('');
  const folder = makeImportFolder();
  await folder.import(readWordPressXml(writeExport(items('old'))));
  const untouched = folder.read('content/news/post-4.mdx');
  const repeated = await folder.import(readWordPressXml(writeExport(items('old'))));
  folder.write(
    'content/news/post-1.mdx',
    folder.read('content/news/post-1.mdx').replace('Text', 'Edited text'),
  );
  rmSync(join(folder.contentDir, 'news/post-2.mdx'));

  const { pages } = await folder.import(readWordPressXml(writeExport(items('new'))));

  expect(repeated.pages.map(({ outcome }) => outcome)).toEqual(Array(4).fill('unchanged'));
  expect(pages.map(({ outcome }) => outcome)).toEqual(['edited', 'deleted', 'updated', 'unchanged']);
  expect(folder.read('content/news/post-1.mdx')).toContain('Edited text 1 old');
  expect(existsSync(join(folder.contentDir, 'news/post-2.mdx'))).toBe(false);
  expect(folder.read('content/news/post-3.mdx')).toContain('Text 3 new');
  expect(folder.read('content/news/post-4.mdx')).toBe(untouched);
});

test('an import that was interrupted before it wrote its files is completed by the next one', async () => {
  const xml = writeExport([1, 2].map((id) => writePost(id, '<p>Text</p>')).join(''));
  const folder = makeImportFolder();
  await folder.import(readWordPressXml(xml));
  // The ledger that is written before the files has no hashes of written texts.
  const ledger = folder.read('imports/ledger.json').replaceAll('"hash"', '"pending"');
  folder.write('imports/ledger.json', ledger);
  rmSync(join(folder.contentDir, 'news/post-2.mdx'));

  const { pages } = await folder.import(readWordPressXml(xml));

  expect(pages.map(({ file, outcome }) => [file, outcome])).toEqual([
    ['news/post-1.mdx', 'unchanged'],
    ['news/post-2.mdx', 'new'],
  ]);
});

test('an entry never replaces a file that was there before, and old addresses of others stay with them', async () => {
  const about = '---\ntitle: About\nsummary: What this institute is about.\n---\n\nOurs.\n';
  const folder = makeImportFolder({ 'content/pages/about.mdx': about });
  const page = { ...post(1), type: 'page' as const, link: `${oldSite}/about/` };

  const { pages } = await folder.import(readWordPressXml(writeExport(writeItem(page, '<p>Theirs.</p>'))));

  expect(folder.read('content/pages/about.mdx')).toBe(about);
  expect(folder.read('content/pages/about-2.mdx')).toContain('Theirs.');
  expect(pages[0]?.unanswered).toEqual([
    { address: '/about', reason: 'is already used by content/pages/about.mdx' },
  ]);
});

test('scheduled posts stay scheduled; drafts, private posts and those with a password become drafts', async () => {
  const date = '2031-05-01 10:30:00';
  const xml = writeExport(
    writeItem({ ...post(1), status: 'future' }, '<p>Soon</p>', { date }) +
      writeItem({ ...post(2), status: 'draft' }, '<p>Draft</p>') +
      writePost(3, '<p>Secret</p>').replace('<wp:post_password>', '<wp:post_password>x'),
  );
  const folder = makeImportFolder();

  await folder.import(readWordPressXml(xml));

  expect(folder.read('content/news/post-1.mdx')).toMatch(
    /date: 2031-05-01\n.*publishAt: 2031-05-01T10:30Z\n/s,
  );
  expect(folder.read('content/news/post-2.mdx')).toContain('draft: true');
  expect(folder.read('content/news/post-3.mdx')).toContain('draft: true');
  expect((await folder.check()).errors).toEqual([]);
});

test.each([
  ['a form', '<form action="/x"><label>Name <input></label></form>', '```html\n<form action="/x">'],
  ['a custom element', '<my-map zoom="3">Here</my-map>', '```html\n<my-map zoom="3">Here</my-map>'],
  ['a frame', '<iframe src="https://map.example/x" title="Map"></iframe>', '[Map](https://map.example/x)'],
  ['a dynamic block', '<!-- wp:calendar {"a":1} /-->', '```html\n<!-- wp:calendar {"a":1} /-->'],
  ['escaped brackets', 'Write [[gallery]] here', 'Write \\[gallery] here'],
  ['words in brackets', 'He said [sic] so', 'He said \\[sic] so'],
])('%s is kept: %s', async (_, html, written) => {
  const { body, page } = await importPost(html);

  expect(body).toContain(written);
  expect(page?.kept).toBe(page?.words);
});

test('scripts are left out, and the report has their source', async () => {
  const { body, page } = await importPost(
    '<p onclick="x()">A <a href="javascript:x()">link</a></p><script>run()</script>',
  );

  expect(body).toBe('A link\n');
  expect(page?.unknown).toEqual([{ what: '<script>', source: '<script>run()</script>', isInText: false }]);
});

test('a picture that is part of the text is in the report only', async () => {
  const src = 'data:image/png;base64,AAAA';

  const { body, page } = await importPost(`<p>Text <img src="${src}" alt="Mill"></p>`);

  expect(body).toBe('Text Mill\n');
  expect(page?.unknown).toEqual([{ what: 'a picture inside the text', source: src, isInText: false }]);
});

test('a picture without its file becomes a link to its old address', async () => {
  const src = `${oldSite}/wp-content/uploads/a.png`;

  const { body, page } = await importPost(`<img src="${src}" alt="The mill">`);

  expect(body).toContain(`[The mill](${src})`);
  expect(page?.notes).toEqual([`a picture is not here, its file is missing: ${src}`]);
});

test('links find pages by address, id and heading', async () => {
  const links = [
    '/post-2/#part',
    '/?p=2',
    `${oldSite.replace('https://', 'http://www.')}/post-2`,
    '/category/x/',
  ];
  const first = links.map((href) => `<a href="${href}">x</a>`).join(' ');
  const second = '<h2>Long title</h2><h2 id="part">Part <em>two</em></h2>';

  const { folder } = await importItems(writePost(1, first) + writePost(2, second));

  expect(folder.read('content/news/post-1.mdx')).toContain(
    '[x](/news/post-2#part-two) [x](/news/post-2) [x](/news/post-2) [x](https://old.example/category/x/)',
  );
});

test.each([
  ['entities', '<!DOCTYPE rss [<!ENTITY a "b">]><rss/>', /export\.xml:1: the file defines entities/],
  ['broken XML', '<rss><channel></rss>', /export\.xml:1: this is not valid XML/],
  [
    'another kind of file',
    '<rss><channel><title>x</title></channel></rss>',
    /this is no export of WordPress/,
  ],
  ['deep nesting', '<a>'.repeat(30), /tags are nested too deep/],
])('refuses an export with %s', (_, xml, message) => {
  const parse = () => readWordPressXml(xml);

  expect(parse).toThrow(message);
});

test('footnotes of the block editor become footnotes', async () => {
  const content =
    '<!-- wp:paragraph --><p>Text<sup data-fn="a-1" class="fn"><a href="#a-1" id="a-1-link">1</a></sup>.</p><!-- /wp:paragraph --><!-- wp:footnotes /-->';
  const footnotes = JSON.stringify([{ id: 'a-1', content: 'A <em>note</em>.' }]);
  const meta = `<wp:postmeta><wp:meta_key>footnotes</wp:meta_key><wp:meta_value><![CDATA[${footnotes}]]></wp:meta_value></wp:postmeta>`;

  const { folder } = await importItems(writeItem(post(1), content, { meta }));

  expect(folder.read('content/news/post-1.mdx')).toContain('\n\nText[^1].\n\n[^1]: A *note*.\n');
  expect((await folder.check()).errors).toEqual([]);
});

test('a copy of the old site has the results of shortcodes; pages that it lacks come from the export', async () => {
  const folder = makeImportFolder();
  folder.write(
    'mirror/old.example/post-1/index.html',
    '<html><body><header>Theme</header><div class="entry-content wide"><p>Fee: 20 <b>euros</b></p></div></body></html>',
  );
  const xml = writeExport(writePost(1, 'Fee: [fee id="3"]') + writePost(2, 'Fee: [fee id="3"]'));

  await folder.import(readWordPressXml(xml, { rendered: join(folder.dir, 'mirror') }));

  expect(folder.read('content/news/post-1.mdx')).toMatch(/---\n\nFee: 20 \*\*euros\*\*\n$/);
  expect(folder.read('content/news/post-2.mdx')).toContain('[fee id="3"]');
});

test('the slugs that a post had before are aliases', async () => {
  const meta = ['first', 'second'].map(
    (slug) =>
      `<wp:postmeta><wp:meta_key>_wp_old_slug</wp:meta_key><wp:meta_value>${slug}</wp:meta_value></wp:postmeta>`,
  );

  const item = { ...post(1), link: `${oldSite}/2019/05/post-1/` };

  const { pages } = await importItems(writeItem(item, 'Text', { meta: meta.join('') }));

  expect(pages[0]?.aliases).toEqual(['/2019/05/post-1', '/2019/05/first', '/2019/05/second']);
});

test('news of an author whom an editor deleted have no author', async () => {
  const xml = writeExport(writePost(1, 'Text'));
  const folder = makeImportFolder();
  await folder.import(readWordPressXml(xml));
  rmSync(join(folder.contentDir, 'people/ada-wren.mdx'));

  await folder.import(readWordPressXml(xml));

  expect(folder.read('content/news/post-1.mdx')).not.toContain('author');
  expect((await folder.check()).errors).toEqual([]);
});
