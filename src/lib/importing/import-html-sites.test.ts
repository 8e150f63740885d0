import { expect, test } from 'vitest';
import { importHtml } from '#test/import-html.ts';

const importSite = (files: Readonly<Record<string, string>>) => importHtml(files, 'https://old.example');

const page = (title: string, main: string, head = '') =>
  `<html><head><title>${title}</title>${head}</head><body><main>${main}</main></body></html>`;

test.each(['0; url=/tides.html', "0;URL='tides.html'", '3; url=https://old.example/tides/'])(
  'a page that only leads to another one becomes an address of it: %s',
  async (refresh) => {
    const { read, pages } = await importSite({
      'old/ebb.html': page(
        'Moved',
        '<p>Moved</p>',
        `<meta http-equiv="Refresh" content="${refresh.replace("'tides", "'../tides")}">`,
      ),
      'tides.html': page('Tides', '<p>Text <a href="old/ebb.html">here</a></p>'),
    });

    expect(pages.map(({ file, aliases }) => [file, aliases])).toEqual([['pages/tides.mdx', ['/old/ebb']]]);
    expect(read('tides')).toContain('[here](/tides)');
  },
);

test('a page that loads itself again, or leads to another site, stays a page', async () => {
  const { pages } = await importSite({
    'a.html': page('A', '<p>Text</p>', '<meta http-equiv="refresh" content="300">'),
    'b.html': page(
      'B',
      '<p>See there</p>',
      '<meta http-equiv="refresh" content="0; url=https://new.example/">',
    ),
  });

  expect(pages.map(({ file }) => file)).toEqual(['pages/a.mdx', 'pages/b.mdx']);
});

test('titles lose the name of the site, which most of them have, and no other part', async () => {
  const { pages } = await importSite({
    'a.html': page('Ropes | School of Boats', '<p>Text</p>'),
    'b.html': page('Fees - 2024 | School of Boats', '<p>Text</p>'),
    'c.html': page('School of Boats', '<p>Text</p>'),
    'd.html': page('Long-term plans: ebb', '<p>Text</p>'),
  });

  expect(pages.map(({ title }) => title)).toEqual([
    'Ropes',
    'Fees - 2024',
    'School of Boats',
    'Long-term plans: ebb',
  ]);
});

test('links with a query lead to the file that a copy of the site has for it', async () => {
  const { read } = await importSite({
    'a.html': page(
      'A',
      '<p><a href="/b.php?id=3">1</a> <a href="b.php%3Fid=3.html">2</a> <a href="/?p=4">3</a></p>',
    ),
    'b.php?id=3.html': page('B', '<p>Text</p>'),
    'index.html?p=4.html': page('C', '<p>Text</p>'),
  });

  expect(read('a')).toMatch(/\[1\]\((\/b-php-id-3)\) \[2\]\(\1\) \[3\]\(\/index-html-p-4\)/);
});

test.each([
  [
    'code with the numbers of its lines',
    '<table><tr><td><pre>1\n2\n</pre></td><td><pre><code class="language-js">const a = 1;\nif (a &lt; 2) b();</code></pre></td></tr></table>',
    '```js\nconst a = 1;\nif (a < 2) b();\n```\n',
  ],
  [
    'a table of code',
    '<table><tr><th>Code</th></tr><tr><td><pre>1</pre></td><td><pre>x</pre></td></tr></table>',
    '| Code |  |\n| --- | --- |\n| `1` | `x` |\n',
  ],
  [
    'a picture that has only a set of sizes',
    '<img srcset="/a.png 1x, /b.png 2x" alt="A quay">',
    '[A quay](https://old.example/a.png)\n',
  ],
])('%s', async (_, html, written) => {
  const { read, pages } = await importSite({ 'a.html': page('A', `<h1>A</h1>${html}`) });

  expect(read('a').split('\n---\n\n')[1]).toBe(written);
  expect(pages[0]?.missing).toEqual([]);
});

test('Word’s web pages keep their lists and footnotes', async () => {
  const item = (mark: string, text: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${mark}<span>&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`;
  const note = `<p class=MsoNormal>Text<a href="#_ftn1" name="_ftnref1"><span>[1]</span></a>.</p><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1"><span>[1]</span></a> A note.</p></div>`;

  const { read, pages } = await importSite({
    'a.html': page('Rules', `${item('1.', 'Wear a vest')}${item('2.', 'Coil ropes')}${note}`),
  });

  expect(read('a').split('\n---\n\n')[1]).toBe(
    '1. Wear a vest\n2. Coil ropes\n\nText[^1].\n\n[^1]: A note.\n',
  );
  expect(pages[0]).toMatchObject({ missing: [], isDraft: false });
});
