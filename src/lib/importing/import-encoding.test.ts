import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importHtml } from '#test/import-html.ts';
import { makeImportFolder } from '#test/import-folder.ts';
import { reportData } from '#test/report-data.ts';
import { writeExport, writeItem } from '#test/wordpress-export.ts';
import { readHtmlFolder } from './html/html-folder.ts';
import { readWordPress } from './wordpress/wordpress-source.ts';

const options = { into: undefined, site: undefined };

test('HTML pages are read in the encoding that their meta element names', async () => {
  const folder = makeImportFolder();

  await folder.import(readHtmlFolder(reportData('import-encoding/html'), options));

  expect(folder.read('content/pages/latin1.mdx')).toMatch(
    /^---\ntitle: Überblick\n(.*\n)+---\n\nGrüße aus Mölln\.\n$/,
  );
  expect(folder.read('content/pages/cp1252.mdx')).toMatch(
    /^---\ntitle: Café “Quay”\n(.*\n)+---\n\nOpens at 9 – 5 €\.\n$/,
  );
});

test('an export of WordPress is read in the encoding that its XML declaration names', async () => {
  const folder = makeImportFolder();
  const file = reportData('import-encoding/export.xml');

  await folder.import(await readWordPress(file, { uploads: undefined }));

  expect(folder.read('content/news/ueberblick.mdx')).toMatch(
    /^---\ntitle: Überblick\n(.*\n)+---\n\nGrüße aus Mölln\.\n$/,
  );
});

const page = (text: string, head = '') =>
  `<html><head><title>Page</title>${head}</head><body><p>${text}</p></body></html>`;
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

test.each<[string, Buffer, string]>([
  ['a byte order mark of UTF-8', Buffer.from(`\uFEFF${page('Grüße')}`), 'Grüße'],
  ['UTF-16, little end first', Buffer.from(`\uFEFF${page('Grüße €')}`, 'utf16le'), 'Grüße €'],
  ['UTF-16, big end first', utf16be(`\uFEFF${page('Grüße €')}`), 'Grüße €'],
  ['UTF-16 without a mark', Buffer.from(page('Grüße €'), 'utf16le'), 'Grüße €'],
  [
    'windows-1251 named after other elements',
    Buffer.concat([
      Buffer.from(
        `<html><head><!-- <meta charset="utf-8"> --><title>Page</title><meta name="a" content="b">`,
      ),
      Buffer.from(
        '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"></head><body><p>',
      ),
      Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
    ]),
    'Привет',
  ],
  [
    'an XML declaration',
    Buffer.from(`<?xml version="1.0" encoding="ISO-8859-2"?>${page('\xB1\xBF')}`, 'latin1'),
    'ąż',
  ],
  [
    'a meta element that names UTF-16 in ASCII',
    Buffer.from(page('Grüße', '<meta charset="utf-16">')),
    'Grüße',
  ],
  [
    'a name of Latin 1 and letters of UTF-8',
    Buffer.from(page('Grüße €', '<meta charset="iso-8859-1">')),
    'Grüße €',
  ],
  ['no name and Western letters', Buffer.from(page('Gr\xFC\xDFe \x80'), 'latin1'), 'Grüße €'],
])('the letters of a page with %s are kept', async (_, bytes, text) => {
  const { read } = await importHtml({ 'page.html': bytes });

  expect(read('page')).toContain(`---\n\n${text}\n`);
});

test('bytes that do not fit the encoding are named with file and line, and their words are not kept', async () => {
  const text = page('\nGr\xFC\xDFe aus Rom', '<meta charset="utf-8">');

  const { pages } = await importHtml({ 'page.html': Buffer.from(text, 'latin1') });

  const [imported] = pages;
  expect(imported?.notes).toEqual(['page.html:2: some bytes are not utf-8, so letters are lost']);
  expect(imported?.unknown.map(({ source }) => source)).toEqual(['Gr[?][?]e']);
  expect(imported?.kept).toBeLessThan(imported?.words ?? 0);
});

test('a line of an export with bytes that do not fit is named at its page', async () => {
  const folder = makeImportFolder();
  const item = { id: 1, type: 'post' as const, status: 'publish' as const, title: 'One' };
  const link = 'https://old.example/one/';
  const xml = writeExport(writeItem({ ...item, link }, 'First\nGr\xFC\xDFe\nLast'));
  folder.write('export.xml', Buffer.from(xml.replaceAll('Łą', 'La'), 'latin1'));
  const line = xml.slice(0, xml.indexOf('Gr\xFC')).split('\n').length;

  const { pages } = await folder.import(
    await readWordPress(join(folder.dir, 'export.xml'), { uploads: undefined }),
  );

  expect(pages[0]?.notes).toEqual([
    `export.xml:${line}: some bytes do not fit the encoding, so letters are lost`,
  ]);
});
