import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { importHtml } from '#test/import-html.ts';
import { makeImportFolder } from '#test/import-folder.ts';
import { reportData } from '#test/report-data.ts';
import { readHtmlFolder } from './html/html-folder.ts';

const options = { into: undefined, site: undefined };
const page = (title: string) => `<!doctype html><title>${title}</title><body><h1>${title}</h1><p>Text.</p>`;

/** A folder `source` with the input; one name has letters that not all systems write in the same way. */
function makeSource() {
  const folder = makeImportFolder();
  const source = join(folder.dir, 'source');
  cpSync(reportData('import-html-not-seen/site'), source, { recursive: true });
  folder.write(
    'source/Über uns (2).HTM',
    '<!doctype html><html><head><meta charset="utf-8"><title>Über uns</title></head><body><h1>Über uns</h1><p>Wir sind die Hafenschule.</p></body></html>',
  );
  const read = (name = '') => readHtmlFolder(join(source, name), options);
  return { ...folder, importSource: (name?: string) => folder.import(read(name)), readSource: read };
}

test('pages end in .html, .HTM, .xhtml or .php, or start like HTML; other files are counted', async () => {
  const folder = makeSource();
  folder.write('source/contact.php', page('Contact'));
  folder.write('source/view?id=3', page('View'));
  folder.write('source/LICENCE', 'Text');
  folder.write('source/style.css', 'p {}');
  folder.write('source/.git/HEAD.html', page('Hidden'));

  const { pages } = await folder.importSource();

  expect(pages.map(({ title }) => title).toSorted()).toEqual(['A', 'Contact', 'Notes', 'View', 'Über uns']);
  expect(folder.readSource().notes.toSorted()).toEqual([
    '1 files .css that are no pages, such as style.css',
    '1 files without an extension that are no pages, such as LICENCE',
    '1 hidden files that are no pages, such as .git/HEAD.html',
    '2 files .xml that are no pages, such as sitemap-index.xml',
  ]);
  expect((await folder.check()).errors).toEqual([]);
});

test('a sitemap whose addresses are in CDATA names its page; the others are counted', async () => {
  const folder = makeSource();

  const { pages } = await folder.importSource('sitemap.xml');

  expect(pages.map(({ id, address }) => [id, address])).toEqual([['a.html', '/a']]);
  expect(folder.readSource('sitemap.xml').notes).toContain(
    '2 pages that the sitemap does not name, such as notes.xhtml',
  );
});

test('an index of sitemaps leads to its sitemaps, and those that are missing are named', async () => {
  const folder = makeSource();
  folder.write(
    'source/index.xml',
    '<s:sitemapindex xmlns:s="x"><s:sitemap><s:loc>https://quay.example/more.xml.gz</s:loc></s:sitemap><s:sitemap><s:loc>https://quay.example/none.xml</s:loc></s:sitemap><s:sitemap><s:loc>https://quay.example/index.xml</s:loc></s:sitemap></s:sitemapindex>',
  );
  folder.write(
    'source/more.xml.gz',
    gzipSync(
      '<?xml version="1.0"?><urlset xmlns:image="y"><!-- <loc>/old</loc> --><url><loc> https://quay.example/%C3%BCber%20uns%20(2).htm </loc><image:image><image:loc>https://quay.example/a.html</image:loc></image:image></url><url><loc>https://quay.example/view?a=1&amp;b=2</loc></url></urlset>',
    ),
  );
  folder.write('source/view?a=1&b=2.html', page('View'));

  const first = await folder.importSource('sitemap-index.xml');
  const second = await folder.importSource('index.xml');

  expect(first.pages.map(({ id }) => id)).toEqual(['a.html']);
  expect(second.pages.map(({ title }) => title)).toEqual(['Über uns', 'View']);
  expect(folder.readSource('index.xml').notes).toContain(
    'the sitemap https://quay.example/none.xml, which has no file in the folder',
  );
});

test('two addresses of a sitemap for one file make one page', async () => {
  const folder = makeImportFolder();
  folder.write('source/a.html', page('A'));
  folder.write('source/map.xml', '<urlset><url><loc>/a</loc></url><url><loc>/a.html</loc></url></urlset>');

  const { pages } = await folder.import(readHtmlFolder(join(folder.dir, 'source/map.xml'), options));

  expect(pages.map(({ id }) => id)).toEqual(['a.html']);
});

test('an XML file that is not a sitemap is refused', () => {
  const folder = makeImportFolder();
  folder.write('feed.xml', '<rss><loc>https://quay.example/a.html</loc></rss>');

  expect(() => readHtmlFolder(join(folder.dir, 'feed.xml'), options)).toThrow(/feed\.xml is not a sitemap/);
});

test('a damaged sitemap in an index of sitemaps is named in the report, and the others are read', () => {
  const folder = makeImportFolder();
  folder.write('a.html', page('A'));
  folder.write('one.xml', '<urlset><url><loc>https://quay.example/a.html</loc></url></urlset>');
  folder.write('two.xml.gz', 'damaged');
  const list = ['two.xml.gz', 'one.xml'].map(
    (name) => `<sitemap><loc>https://quay.example/${name}</loc></sitemap>`,
  );
  folder.write('all.xml', `<sitemapindex>${list.join('')}</sitemapindex>`);

  const { pages, notes } = readHtmlFolder(join(folder.dir, 'all.xml'), options);

  expect(pages.map(({ id }) => id)).toEqual(['a.html']);
  expect(notes.join('\n')).toContain('the sitemap https://quay.example/two.xml.gz, which cannot be read: ');
});

test('program code of a page is left out whole, and the page is a draft', async () => {
  const text = page('A').replace('Text.', 'One <?php if ($a->b > 1) echo "secret"; ?> two.');

  const { pages, read } = await importHtml({ 'a.php': text });

  expect(read('a')).toMatch(/draft: true\n[^]*---\n\nOne two\.\n$/);
  expect(pages[0]?.doubts).toEqual([
    'it has program code, which was not run and is not here, so it is a draft',
  ]);
});
