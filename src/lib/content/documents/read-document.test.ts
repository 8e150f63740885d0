import { expect, test } from 'vitest';
import { mdxAttackSnippets, attackSnippets } from './attack-snippets.fixture.ts';
import { isSafeAddress } from './allowed-html.ts';
import type { DocumentBlock } from './document.ts';
import { readDocument } from './read-document.ts';
import { findUnsafeHtml, htmlOfBlocks, isHarmless } from './unsafe-html.fixture.ts';

const read = (source: string, file = 'page.mdx') => readDocument(source, { file });

test('converts Markdown to HTML, and gives ids to headings', async () => {
  const { blocks, headings } = await read('## Fees & *terms*\n\nA [link](/fees).\n\n## Fees & terms');

  expect(blocks).toEqual([
    '<h2 id="fees--terms">Fees &amp; <em>terms</em></h2>\n<p>A <a href="/fees">link</a>.</p>\n<h2 id="fees--terms-1">Fees &amp; terms</h2>',
  ]);
  expect(headings).toEqual([
    { depth: 2, slug: 'fees--terms', text: 'Fees & terms' },
    { depth: 2, slug: 'fees--terms-1', text: 'Fees & terms' },
  ]);
});

test('a component keeps its literal values, and its content as blocks', async () => {
  const { blocks } = await read(
    `<CourseList codes={['SOIL201', "HYDR210"]} level={4} />\n\n<Callout type="tip">\n\nSee <Fee course="SOIL201" />.\n\n</Callout>`,
  );

  expect(blocks.filter((block) => typeof block !== 'string')).toEqual([
    { name: 'CourseList', props: { codes: ['SOIL201', 'HYDR210'], level: 4 }, children: [] },
    {
      name: 'Callout',
      props: { type: 'tip' },
      children: ['<p>See ', { name: 'Fee', props: { course: 'SOIL201' }, children: [] }, '.</p>'],
    },
  ]);
});

test('a picture, and the picture in a figure, are separate blocks', async () => {
  const { blocks } = await read(
    '![A weir](./weir.jpg)\n\n<Figure src="./weir.jpg" alt="Water" caption="In May" />',
  );

  expect(blocks[1]).toEqual({ name: 'img', props: { src: './weir.jpg', alt: 'A weir' }, children: [] });
  expect(blocks[3]).toEqual({
    name: 'Figure',
    props: { src: './weir.jpg', alt: 'Water', caption: 'In May' },
    children: [{ name: 'img', props: { src: './weir.jpg', alt: 'Water' }, children: [] }],
  });
});

test('links get the address that resolveLink returns', async () => {
  const resolveLink = (url: string) => (url === './a.mdx' ? '/handbook/a' : undefined);

  const { blocks } = await readDocument('[a](./a.mdx) [b](/b)', { file: 'page.md', resolveLink });

  expect(blocks).toEqual(['<p><a href="/handbook/a">a</a> <a href="/b">b</a></p>']);
});

test('keeps allowed HTML tags and attributes in Markdown, and the text of unknown tags', async () => {
  const source =
    '<details open><summary>More</summary>\n\nA <kbd class="x">key</kbd>, <blink>a word</blink>.\n\n</details>\n\n<script>run()</script>';

  const { blocks } = await read(source, 'page.md');

  expect(htmlOfBlocks(blocks).replaceAll('\n', '')).toBe(
    '<details open><summary>More</summary><p>A <kbd>key</kbd>, a word.</p></details>',
  );
});

test('keeps the alignment of columns, check boxes of lists and highlighting of code', async () => {
  const { blocks } = await read('| a |\n| -: |\n| 1 |\n\n- [x] done\n\n```js\nlet a = 1;\n```\n', 'page.md');
  const html = htmlOfBlocks(blocks);

  expect(html).toContain('<td style="text-align: right">1</td>');
  expect(html).toContain('<input type="checkbox" checked disabled>');
  expect(html).toContain('<span class="token keyword">let</span>');
});

test.each([['md'], ['mdx']])(
  'no attack injects a script, event handler, style or unsafe address into a .%s page',
  async (ending) => {
    const snippets = [...attackSnippets, ...(ending === 'mdx' ? mdxAttackSnippets : [])];
    for (const snippet of snippets) {
      for (const source of [
        snippet,
        `Words ${snippet} words`,
        `- ${snippet}`,
        `<Callout title="x">\n\n${snippet}\n\n</Callout>`,
      ]) {
        // readDocument rejects MDX that cannot be parsed.
        const { blocks } = await read(source, `page.${ending}`).catch(() => ({
          blocks: [] as DocumentBlock[],
        }));

        expect(findUnsafe(blocks), source).toEqual([]);
      }
    }
  },
);

test.each([
  ['https://larkmoor.example/a', true],
  ['/fees?a=b:c#d:e', true],
  ['../a.mdx', true],
  ['mailto:a@b.example', true],
  ['TEL:0123', true],
  ['javascript:x', false],
  ['java\nscript:x', false],
  ['\u0001javascript:x', false],
  ['data:text/html,x', false],
])('address %j is safe: %s', (address, expected) => {
  expect(isSafeAddress(address)).toBe(expected);
});

/** Finds code and unsafe addresses in the HTML of the blocks and in the props of components. */
function findUnsafe(blocks: readonly DocumentBlock[]): string[] {
  return blocks.flatMap((block) => {
    if (typeof block === 'string') return findUnsafeHtml(block);
    const values = Object.entries(block.props).filter(
      ([name, value]) =>
        /^(on|set:|client:|style|class)/i.test(name) ||
        (/^(href|src|transcript)$/.test(name) && !isHarmless(String(value))),
    );
    return [...values.map(([name]) => `${block.name} ${name}`), ...findUnsafe(block.children)];
  });
}
