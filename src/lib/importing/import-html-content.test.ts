import { expect, test } from 'vitest';
import { importHtml, importHtmlText } from '#test/import-html.ts';

test('a section beside the only article of `<main>` is imported, and its words are counted', async () => {
  const { pages, read } = await importHtml('import-html-one-article');

  expect(read('open-day')).toMatch(
    /---\n\nCome on Friday\.\n\n## How to get here\n\nTake the ferry from the north quay\.\n$/,
  );
  expect(pages[0]).toMatchObject({ words: 16, kept: 16 });
});

test('without `<main>`, what stands beside the only article is imported unless other pages have it too', async () => {
  const write = (name: string, beside: string) =>
    `<body><div><header>Site</header><div class="bar">Call us on Monday</div><article><h1>${name}</h1><header>By Ada</header><p>Text.</p></article>${beside}</div><nav>Home</nav></body>`;

  const { pages, read } = await importHtml({
    'one.html': write('one', '<section><h2>Way</h2><p>By ferry.</p></section>'),
    'two.html': write('two', ''),
  });

  expect(read('one').split('\n---\n')[1]).toBe('\nBy Ada\n\nText.\n\n## Way\n\nBy ferry.\n');
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
  const { body, page } = await importHtmlText(`<p>Text.</p>${html}`);

  expect(body).toBe('Text.\n');
  expect(page?.unknown.map((part) => [part.what, part.isInText])).toEqual([[what, false]]);
});

test('links to pages of a social network are links, and large pictures pictures', async () => {
  const html =
    '<a href="https://www.facebook.com/quay">Us</a> <img src="https://b.example/b.png" width="100" height="1" alt="Line">';

  const { body } = await importHtmlText(`<p>${html}</p>`);

  expect(body).toContain('[Us](https://www.facebook.com/quay) [Line](https://b.example/b.png)');
});

test.each([
  '<pre><code><div class="line">a</div><div class="line">  b</div></code></pre>',
  '<pre><ol><li>a</li><li>  b</li></ol></pre>',
  '<pre><code><div>a\n</div><div>  b\n</div></code></pre>',
])('lines of code stay apart if each has an element: %s', async (html) => {
  expect((await importHtmlText(html)).body).toBe('```\na\n  b\n```\n');
});

test.each([
  '<ol class="footnotes"><li id="n1">One. <a href="#r1">↩</a></li></ol>',
  '<div class="footnotes" role="doc-endnotes"><hr><ol><li id="n1"><p>One.</p></li></ol></div>',
  '<section role="doc-endnotes"><ol><li id="n1">One.</li></ol></section>',
])('footnotes of other systems stay footnotes: %s', async (notes) => {
  const { body, page } = await importHtmlText(`<p id="r1">Text<sup><a href="#n1">a</a></sup>.</p>${notes}`);

  expect(body).toBe('Text[^1].\n\n[^1]: One.\n');
  expect(page?.notes).toEqual([]);
});

test('a list of books with anchors is no list of footnotes', async () => {
  const { body } = await importHtmlText(
    '<p>See <a href="#b1">Ada</a>.</p><ol class="references"><li id="b1">Ada.</li><li id="b2">Ben.</li></ol>',
  );

  expect(body).toContain('1. Ada.\n2. Ben.\n');
});

test('words of missing pictures stay apart, and buttons that mail or print the page are left out', async () => {
  const { body, page } = await importHtmlText(
    '<p><img src="a.png" alt="Mill"><img src="b.png" alt="Weir"></p><p>A<a href="mailto:?subject=x&body=y">Mail</a><a href="javascript:window.print()">Print</a></p>',
  );

  expect(body).toBe('Mill Weir\n\nA\n');
  expect(page?.unknown).toHaveLength(2);
});
