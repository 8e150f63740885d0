import { expect, test } from 'vitest';
import { attackSnippets } from '#lib/content/documents/attack-snippets.fixture.ts';
import { makeImportFolder } from '#test/import-folder.ts';
import { importItems, post, readWordPressXml, writePost } from '#test/import-wordpress.ts';
import { runsOf } from '#test/property-runs.ts';
import { createRandom } from '#test/random.ts';
import { writeExport, writeItem } from '#test/wordpress-export.ts';

const soup = {
  tags: `p div span b strong i em a h1 h2 h3 h4 h5 ul ol li table tr td th thead tbody blockquote pre code sup sub del q
  mark kbd ins abbr figure figcaption img br hr dl dt dd details summary section center font u cite caption input label
  video iframe o:p ruby rt nav button aside tt`.split(/\s+/),
  texts: [
    'word ',
    'a_b*c',
    '{x}',
    ' <3 ',
    '\n\n',
    '\n',
    '\n* ',
    '\n1. ',
    '\n> ',
    '\n# ',
    '\n```\n',
    '~~',
    '|',
    '\\',
    '[',
    '](x)',
    '![',
    'http://a.b/c_d',
    'x@y.zz',
    '&nbsp;',
    '&amp;lt;',
    '&#123;',
    'import x',
    '\nexport y',
    '$',
    '[foo a="1"]',
    '[/foo]',
    '[bar]in[/bar]',
    '<!-- c -->',
    '<!-- wp:x {"a":1} /-->',
    '`',
    '``',
    '- - -',
    '===',
    '\t',
    '    code',
    '&zwj;',
    '👩‍🌾',
    'Ä',
    '\u00A0',
    ':::note',
    '^',
    '+++',
    '---\n',
    '&#x202E;',
    '&#0;',
    '&#x85;',
  ],
};

test.each(attackSnippets.map((snippet) => [snippet]))(
  'an entry is valid and safe with %s',
  async (snippet) => {
    const folder = makeImportFolder();
    const content = `Before ${snippet}\n\n<p>After ${snippet}`;

    await folder.import(readWordPressXml(writeExport(writePost(1, content))));

    const { errors } = await folder.check();
    expect(errors).toEqual([]);
    expect((await folder.readShownWords('news/post-1.mdx')).join(' ')).toContain('before');
  },
);

test('texts of random tags and marks become valid entries', async () => {
  const random = createRandom(11);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const attributes = ' href="#x" src="/a{b.png" id="x" alt="a|b{" title="t {x} <b>" colspan=2';
  const part = () => {
    const share = random();
    if (share < 0.3) return `<${pick(soup.tags)}${share < 0.1 ? attributes : ''}>`;
    return share < 0.5 ? `</${pick(soup.tags)}>` : pick(soup.texts);
  };
  const items = Array.from({ length: runsOf(300) }, (_, at) =>
    writeItem(post(at + 1), Array.from({ length: 40 }, part).join('')),
  );
  const { folder, pages } = await importItems(items.join(''));

  expect((await folder.check()).errors).toEqual([]);
  expect(
    pages.flatMap(({ unknown }) => unknown).filter(({ what }) => /^(?:the whole|a text)/.test(what)),
  ).toEqual([]);
});

test('a text with thousands of nested tags becomes a code block, and the others are imported', async () => {
  const deep = '<div>'.repeat(20_000) + 'deep';

  const { folder, pages } = await importItems(writePost(1, deep) + writePost(2, '<p>Text</p>'));

  expect(pages[0]?.unknown[0]?.what).toMatch(/^the whole text/);
  expect(folder.read('content/news/post-2.mdx')).toContain('Text');
});
