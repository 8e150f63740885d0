import { expect, test } from 'vitest';
import { makeImportFolder } from '#test/import-folder.ts';
import { writeExport, writeItem, oldSite } from '#test/wordpress-export.ts';
import { readWordPressXml } from '#test/import-wordpress.ts';
import { writeImportReport } from './import-report.ts';

function read(...texts: string[]) {
  const items = texts.map((html, at) => {
    const link = `${oldSite}/post-${at}/`;
    return writeItem({ id: at + 1, type: 'post', status: 'publish', title: `Post ${at}`, link }, html);
  });
  return readWordPressXml(writeExport(items.join('')));
}

test.each([
  '<p><a href="https://a.example" title="Our whole team">us</a></p>',
  '<p><abbr title="World Health">WHO</abbr> and <span title="a tip">it</span></p>',
  '<p><a href="https://a.example" aria-label="Open it">x</a></p>',
  '<table summary="Of tides"><caption>The tides</caption><tr><th scope="col" title="Low water">LW</th></tr><tr><td>1</td></tr></table>',
  '<details><summary>More words</summary><p>Text</p></details>',
  '<figure><img src="https://a.example/a.png" alt="Mill" title="In the month of May"><figcaption>The <b>mill</b></figcaption></figure>',
  '<p><img src="https://a.example/a.png" alt="Mill" title="DSC1"></p>',
  '<iframe src="https://a.example/x" title="A map"></iframe><video title="A film" src="https://a.example/a.mp4"></video>',
  '<form><input placeholder="Your name"><button title="Go">Send</button></form><input type="submit" value="Go">',
  '<ul><li>One<ol><li>Two</li></ol></li></ul><dl><dt>Ebb</dt><dd>Low</dd></dl><blockquote>Q</blockquote>',
  '<p>H<sub>2</sub>O, m<sup>2</sup>, <kbd>Ctrl</kbd>+<kbd>C</kbd> <ruby>漢<rt>kan</rt></ruby></p>',
  '<h2>Post 0</h2><p>Text</p><object data="x">Fallback</object><noscript>Words</noscript>',
  '<audio src="https://a.example/a.mp3">Old browsers</audio><meter value="1">One</meter><map name="m"><area alt="East" href="/e"></map>',
  '<p>Donau&shy;dampf&#8203;schiff, x<!-- a -->y, <![if !supportLists]>·<![endif]> <nobr>no break</nobr></p>',
  '[caption caption="A tall mast"]<img src="https://a.example/a.png" alt="Mast of a ship">[/caption]',
  '<p><acronym title="World Wide Web">WWW</acronym></p>',
  '<p>See <a href="https://a.example" title="Timetable">Timetable</a>, <abbr title="WHO">WHO</abbr></p>',
  '<figure><img src="https://a.example/a.png" alt="A mill" title="A mill"><figcaption>A mill</figcaption></figure>',
  '<p><a href="https://a.example/a.png" title="A mill"><img src="https://a.example/a.png" alt="A mill"></a></p>',
])('no word is lost in silence: %s', async (html) => {
  const { pages } = await makeImportFolder().import(read(html));

  expect({ missing: pages[0]?.missing, unknown: pages[0]?.unknown }).toMatchObject({ missing: [] });
});

test('the report starts with what is not sure, then names what was left out, each kind once', async () => {
  const share = '<p>Low water is at noon, and the boats lie dry.</p><script>count()</script>';
  const source = read(...Array.from({ length: 7 }, () => share), '', share);
  const last = source.pages.at(-1);
  const pages = source.pages.map((page) =>
    page === last ? { ...page, raw: { ...page.raw, text: `${share} The quay *floods*.` } } : page,
  );
  const notes = pages.map((page) => ({ ...page, notes: ['it was of the type boat', ...page.notes] }));

  const result = await makeImportFolder().import({ ...source, pages: notes });

  const report = writeImportReport({ source, result, problems: new Map() });
  const titles = [...report.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(titles.slice(0, 3)).toEqual(['Look at these first', 'Left out', 'On many pages']);
  expect(report).toContain(
    '- `news/post-8.mdx`, a draft: 3 of 13 words are missing: boats lie dry count **The quay floods**\n- `news/post-7.mdx`: it has no text\n',
  );
  expect(report).toContain('- pages to look at first: 2\n- drafts among them: 1\n');
  expect(report).toContain(
    '- \\<script\\>: 8 parts of 8 pages (`news/post-0.mdx`, `news/post-1.mdx`, `news/post-2.mdx` and others), such as `<script>count()</script>`\n',
  );
  expect(report.match(/it was of the type boat|it has no text/g)).toHaveLength(2);
  expect(report).not.toMatch(/: 0$/m);
});

test('the same remark about a page is said once, and one about many pages once for all', async () => {
  const picture = (name: string) => `<p><img src="/${name}.png" alt="Quay"></p>`;
  const source = read(
    picture('a') + picture('b') + '<p><a href="#">Up</a></p>',
    ...Array.from({ length: 6 }, () => '<p>Text</p><!-- wp:archives /-->'),
  );

  const result = await makeImportFolder().import(source);

  const report = writeImportReport({ source, result, problems: new Map() });
  const [, first] = report.split('## What to look at\n\n');
  expect(first?.split('\n## ')[0]).toBe(
    '### Post 0\n\n`news/post-0.mdx`\n\n- a picture is not here, its file is missing (2 times): /a.png; /b.png\n',
  );
  expect(report).toContain(
    '- the block archives, kept in the text: `<!-- wp:archives /-->`: 6 pages (`news/post-1.mdx`, `news/post-2.mdx`, `news/post-3.mdx` and others)\n',
  );
});

test('a page that an editor changed since the last import is not among those to look at first', async () => {
  const folder = makeImportFolder();
  await folder.import(read(''));
  folder.write('content/news/post-0.mdx', folder.read('content/news/post-0.mdx') + '\nText.\n');

  const result = await folder.import(read(''));

  expect(writeImportReport({ source: read(''), result, problems: new Map() })).not.toContain(
    'Look at these first',
  );
});
