import { expect, test } from 'vitest';
import { readWordPressXml, writePost } from '#test/import-wordpress.ts';
import { writeExport } from '#test/wordpress-export.ts';
import { importHtml } from '#test/import-html.ts';
import { importFiles } from '#test/import-markdown-files.ts';

test('parts that the source hides are in the report only, and pages that it hides from search engines are drafts', async () => {
  const { read, pages, report, addresses } = await importHtml('import-html-hidden');

  const text = read('parts');
  expect(text).not.toContain('secret');
  for (const shown of ['Second tab.', 'The rest.', 'The last.', 'Found.']) expect(text).toContain(shown);
  expect(pages.find(({ id }) => id === 'parts.html')).toMatchObject({ isDraft: false, missing: [] });
  expect(report).toContain('a part that the source hides: 3 parts of `pages/parts.mdx`');
  expect([...addresses].toSorted()).toEqual(['/followed', '/parts']);
  expect(report).toContain(
    '`pages/unlisted.mdx`: is a draft: search engines were told to leave it out (noindex)',
  );
});

test('comments are in the report only, and parts that the server adds or shows under a condition make a draft', async () => {
  const { read, addresses, report } = await importHtml({
    'a.html': '<h1>A</h1><!-- ask Bob --><!--[if IE]><p>Old</p><![endif]--><p>Text.<!-- / --></p>',
    'b.shtml': '<h1>B</h1><!--#if expr="$internal" --><p>Salaries.</p><!--#endif --><p>Text.</p>',
  });

  expect(read('a')).toMatch(/---\n\nText\.\n$/);
  expect(report).toContain('- a comment: 1 part of `pages/a.mdx`, such as `ask Bob`');
  expect([...addresses]).toEqual(['/a']);
  expect(report).toContain(
    '`pages/b.mdx`: it has program code, which was not run and is not here, so it is a draft',
  );
});

const styles = `/* .plain { display: none } */ .gone, #note { display: none !important } p.quiet { visibility: hidden }
  .plain { color: red } .tab { display: none } .tab.open { display: block } .menu { display: none }
  @media (min-width: 40em) { .menu { display: flex } } @media print { .wide { display: none } .large { display: none } }
  .answer { display: none }`;

test.each([
  ['<p class="a gone">secret</p>', false],
  ['<div id="note"><p>secret</p></div>', false],
  ['<p class="quiet">secret</p>', false],
  ['<div class="quiet">secret</div>', true],
  ['<p class="plain">secret</p>', true],
  ['<p class="tab">secret</p>', true],
  ['<p class="menu">secret</p>', true],
  ['<p class="wide large">secret</p>', true],
  ['<div id="note">secret</div><a href="#note">Show</a>', true],
  [
    '<p class="answer">secret</p><script>for (const each of all(".answer")) each.hidden = false;</script>',
    true,
  ],
])('a part that the styles of its page hide: %s', async (part, isShown) => {
  const { read, report } = await importHtml({
    'a.html': `<head><style>${styles}</style></head><h1>A</h1><p>Text.</p>${part}`,
  });

  expect(read('a').includes('secret')).toBe(isShown);
  expect(report.includes('a part that the source hides: 1 part of `pages/a.mdx`')).toBe(!isShown);
  expect(report).not.toContain('missing');
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
  ['_seopress_robots_index', 'yes', true],
  ['slim_seo', 'a:1:{s:7:"noindex";i:1;}', true],
])('WordPress: %s with %s', (key, value, isDraft) => {
  const meta = `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
  const { pages } = readWordPressXml(writeExport(writePost(1, 'Text').replace('</item>', `${meta}</item>`)));

  expect(pages.map((page) => page.isDraft)).toEqual([isDraft]);
});

test('HTML: old addresses of all forms become aliases, and frames become links to their pages', async () => {
  const { read, redirects, pages } = await importHtml('import-html-addresses', 'https://old.example');

  expect([...redirects].toSorted()).toEqual([
    ['/courses/Rope.HTM', '/courses-rope'],
    ['/ebb.htm', '/tides'],
    ['/flow.htm', '/tides'],
    ['/my trip.php', '/my-trip'],
    ['/tides/index.htm', '/tides'],
  ]);
  expect(read('home')).toContain('[Rope](/courses-rope)');
  expect(read('frames')).toMatch(/---\n\n\[All tides\]\(\/tides\)\n$/);
  expect(pages.find(({ id }) => id === 'frames.html')).toMatchObject({ isDraft: false, missing: [] });
});
