import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeImportFolder } from '#test/import-folder.ts';
import { reportData } from '#test/report-data.ts';
import { readHtmlFolder } from './html/html-folder.ts';

const options = { into: undefined, site: undefined };

test('a section beside the only article of `<main>` is imported, and its words are counted', async () => {
  const folder = makeImportFolder();

  const { pages } = await folder.import(readHtmlFolder(reportData('import-html-one-article/site'), options));

  expect(folder.read('content/pages/open-day.mdx')).toMatch(
    /---\n\nCome on Friday\.\n\n## How to get here\n\nTake the ferry from the north quay\.\n$/,
  );
  expect(pages[0]).toMatchObject({ words: 16, kept: 16 });
});

test('without `<main>`, what stands beside the only article is imported unless other pages have it too', async () => {
  const folder = makeImportFolder();
  const write = (name: string, beside: string) =>
    folder.write(
      `source/${name}.html`,
      `<body><div><header>Site</header><div class="bar">Call us on Monday</div><article><h1>${name}</h1><header>By Ada</header><p>Text.</p></article>${beside}</div><nav>Home</nav></body>`,
    );
  write('one', '<section><h2>Way</h2><p>By ferry.</p></section>');
  write('two', '');
  const source = readHtmlFolder(join(folder.dir, 'source'), options);

  const { pages } = await folder.import(source);

  expect(folder.read('content/pages/one.mdx').split('\n---\n')[1]).toBe(
    '\nBy Ada\n\nText.\n\n## Way\n\nBy ferry.\n',
  );
  expect(pages[1]).toMatchObject({ words: 4, kept: 4, leftOut: 6 });
  expect(pages[1]?.unknown.map(({ what }) => what)).toEqual([
    'menus, and heads and feet of pages',
    'menus, and heads and feet of pages',
    'parts beside the article of a page, which other pages have too',
  ]);
});

test.each([
  ['<img src="https://count.example/x" width="1" height="1" alt="">', 'a picture that counts visits'],
  ['<img src="https://vg.example/x" style="width:1px; height: 1px">', 'a picture that counts visits'],
  ['<iframe src="https://tag.example/x" style="display:none"></iframe>', 'a picture that counts visits'],
  [
    '<a href="https://www.facebook.com/sharer/sharer.php?u=x"><img src="fb.png"></a>',
    'a button that shares the page',
  ],
  ['<ul><li><a href="/a/?share=facebook&amp;nb=1">Facebook</a></li></ul>', 'a button that shares the page'],
  ['<a href="https://twitter.com/intent/tweet?url=x">Tweet</a>', 'a button that shares the page'],
])('what readers do not see is left out and in the report: %s', async (html, what) => {
  const folder = makeImportFolder();
  folder.write('source/a.html', `<body><h1>A</h1><p>Text.</p>${html}</body>`);

  const { pages } = await folder.import(readHtmlFolder(join(folder.dir, 'source'), options));

  expect(folder.read('content/pages/a.mdx')).toMatch(/---\n\nText\.\n$/);
  expect(pages[0]?.unknown.map((part) => [part.what, part.isInText])).toEqual([[what, false]]);
});

test('links to pages of a social network are links, and large pictures pictures', async () => {
  const folder = makeImportFolder();
  const html =
    '<a href="https://www.facebook.com/quay">Us</a> <img src="https://b.example/b.png" width="100" height="1" alt="Line">';
  folder.write('source/a.html', `<body><h1>A</h1><p>${html}</p></body>`);

  await folder.import(readHtmlFolder(join(folder.dir, 'source'), options));

  expect(folder.read('content/pages/a.mdx')).toContain(
    '[Us](https://www.facebook.com/quay) [Line](https://b.example/b.png)',
  );
});
