import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { expect, test } from 'vitest';
import { compareTwin, parseGfm, readMarkdown } from '#test/fidelity.ts';
import { readContent } from './content.ts';
import { toMarkdown } from './markdown.ts';

const location = { origin: 'https://larkmoor.example', path: '/handbook/soil' };

const signs = [...' *_`~[]()<>#+-.!|\\&:;/@=^"\'{}$,?', '\u00a0', '\u00ad', 'é', '中', '🌱', '—'];
const pieces = [
  'a',
  'B',
  '1',
  '12.',
  '---',
  '***',
  '- ',
  '# ',
  '> ',
  '| -',
  '[x] ',
  '&amp;',
  '&#35;',
  'https://x.example/_a_',
];
const moreSigns = [
  'www.x.example/*',
  'a_b@x.example',
  '<b>',
  '</p>',
  '<!--',
  '![a](b)',
  '[^1]',
  '~~',
  '``',
  '\\|',
  ':--',
];
const text = fc
  .array(fc.constantFrom(...signs, ...pieces, ...moreSigns), { minLength: 1, maxLength: 14 })
  .map((parts) => parts.join(''));
const filled = text.filter((value) => clean(value) !== '');

function clean(value: string): string {
  return value.replaceAll('\u00ad', '').replace(/ +/g, ' ').trim();
}

function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function convert(html: string): string {
  return toMarkdown(readContent(`<main><article>${html}</article></main>`), location);
}

function plain(node: Nodes): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value;
  if (node.type === 'break') return '\n';
  return 'children' in node ? node.children.map(plain).join('') : '';
}

function only(node: Nodes, type: Nodes['type']): Nodes[] {
  const inner = 'children' in node ? node.children.flatMap((child) => only(child, type)) : [];
  return node.type === type ? [node, ...inner] : inner;
}

function shapeOf(markdown: string): string[] {
  const tree = parseGfm(markdown);
  return 'children' in tree ? tree.children.map((child) => child.type) : [];
}

/** JavaScript's trim also takes no-break spaces, which Markdown keeps. */
function same(read: string, written: string): void {
  expect(read.split('\n').map(clean)).toEqual(written.split('\n').map(clean));
}

test('any text in a paragraph is read back as that text', () => {
  fc.assert(
    fc.property(filled, (value) => {
      const markdown = convert(`<p>${escape(value)}</p>`);

      expect(shapeOf(markdown)).toEqual(['paragraph']);
      same(plain(parseGfm(markdown)), value);
    }),
    { numRuns: 500 },
  );
});

test('any text after a hard break is read back as that text', () => {
  fc.assert(
    fc.property(filled, filled, (before, after) => {
      const markdown = convert(`<p>${escape(before)}<br>${escape(after)}</p>`);

      expect(shapeOf(markdown)).toEqual(['paragraph']);
      same(plain(parseGfm(markdown)), `${clean(before)}\n${clean(after)}`);
    }),
    { numRuns: 500 },
  );
});

test('any text in a heading is read back as that text', () => {
  fc.assert(
    fc.property(filled, fc.integer({ min: 1, max: 6 }), (value, depth) => {
      const markdown = convert(`<h${depth}>${escape(value)}</h${depth}>`);

      expect(only(parseGfm(markdown), 'heading')).toMatchObject([{ depth }]);
      expect(shapeOf(markdown)).toEqual(['heading']);
      same(plain(parseGfm(markdown)), value);
    }),
    { numRuns: 500 },
  );
});

test('any text in a cell, code in a cell included, is read back in its own cell', () => {
  fc.assert(
    fc.property(filled, filled, filled, (one, two, three) => {
      const markdown = convert(
        `<table><tr><th>${escape(one)}<th>b</tr><tr><td>${escape(two)}<td><code>${escape(three)}</code></tr></table>`,
      );

      const cells = only(parseGfm(markdown), 'tableCell').map(plain);
      expect(shapeOf(markdown)).toEqual(['table']);
      expect(cells.map(clean)).toEqual([one, 'b', two, three].map(clean));
    }),
    { numRuns: 500 },
  );
});

test('any text in a list item is read back, one item for each', () => {
  fc.assert(
    fc.property(
      fc.array(filled, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('ul', 'ol'),
      (values, tag) => {
        const markdown = convert(
          `<${tag}>${values.map((value) => `<li>${escape(value)}</li>`).join('')}</${tag}>`,
        );

        expect(shapeOf(markdown)).toEqual(['list']);
        expect(only(parseGfm(markdown), 'listItem').map(plain).map(clean)).toEqual(values.map(clean));
      },
    ),
    { numRuns: 500 },
  );
});

test('any text as the label of a link among text stays one link', () => {
  fc.assert(
    fc.property(text, filled, text, fc.webUrl(), (before, label, after, href) => {
      const markdown = convert(
        `<p>${escape(before)}<a href="${escape(href)}">${escape(label)}</a>${escape(after)}</p>`,
      );

      const links = only(parseGfm(markdown), 'link').filter(
        ({ position }) => markdown[position?.start.offset ?? -1] === '[',
      );
      same(plain(parseGfm(markdown)), before + label + after);
      expect(links.map(plain).map(clean)).toEqual([clean(label)]);
      expect(links).toMatchObject([{ url: expect.stringMatching(/^https?:/) }]);
    }),
    { numRuns: 500 },
  );
});

test('any inline code and any code block are read back to the letter', () => {
  fc.assert(
    fc.property(filled, fc.array(text, { minLength: 1, maxLength: 5 }), (code, lines) => {
      fc.pre(clean(lines.join('')) !== '');
      const block = lines.join('\n');
      const markdown = convert(
        `<p>x <code>${escape(code)}</code> y</p><pre><code>\n${escape(block)}\n</code></pre>`,
      );

      const tree = parseGfm(markdown);
      const [inline] = only(tree, 'inlineCode');
      expect(inline && clean(plain(inline))).toBe(clean(code));
      expect(only(tree, 'code')).toMatchObject([{ value: `\n${block}` }]);
    }),
    { numRuns: 500 },
  );
});

const tags = ['b', 'em', 'del', 'sup', 'code', 'a href="/x"', 'span', 'mark'];
const { inline } = fc.letrec<{ inline: string; leaf: string }>((tie) => ({
  leaf: text.map(escape),
  inline: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.constantFrom('<br>', '<img src="/i.png" alt="*a* [b]">'),
    fc
      .tuple(fc.constantFrom(...tags), fc.array(tie('inline'), { maxLength: 3 }))
      .map(([tag, inner]) => `<${tag}>${inner.join('')}</${tag.split(' ')[0]}>`),
  ),
}));
const inlines = fc.array(inline, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));

test('spans nested in any way keep every word, link and image', () => {
  fc.assert(
    fc.property(inlines, fc.constantFrom('p', 'h2', 'td', 'li', 'dd', 'summary'), (inner, tag) => {
      const around = tag === 'td' ? ['<table><tr><td>', '</table>'] : [`<${tag}>`, `</${tag}>`];
      const content = readContent(`<main><p>Start</p>${around.join(inner)}<p>End</p></main>`);
      const comparison = compareTwin(content, toMarkdown(content, location));

      expect(comparison.missing).toEqual([]);
      expect(comparison.counts.twin).toEqual(comparison.counts.page);
    }),
    { numRuns: 500 },
  );
});

const { block } = fc.letrec<{ block: string; blocks: string }>((tie) => ({
  blocks: fc.array(tie('block'), { maxLength: 3 }).map((parts) => parts.join('')),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text.map((value) => `<p>${escape(value)}</p>`),
    text.map(escape),
    text.map((value) => `<pre>${escape(value)}</pre>`),
    fc.constantFrom('<hr>', '<h3>Part</h3>', '<ul><li></ul>', '<p><br></p>', '<table><tr><td></td></table>'),
    fc
      .tuple(
        fc.constantFrom('blockquote', 'div', 'section', 'a href="/y"', 'details', 'aside data-callout', 'b'),
        tie('blocks'),
      )
      .map(([tag, inner]) => `<${tag}>${inner}</${tag.split(' ')[0]}>`),
    fc
      .tuple(fc.constantFrom('ul', 'ol', 'ol start="7"'), fc.array(tie('blocks'), { maxLength: 3 }))
      .map(
        ([tag, items]) => `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag.slice(0, 2)}>`,
      ),
    fc
      .array(tie('blocks'), { minLength: 1, maxLength: 3 })
      .map((cells) => `<table><tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr></table>`),
  ),
}));

test('blocks nested in any way keep every word, heading, item, cell, code block, link and image', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (parts) => {
      const content = readContent(`<main><article>${parts.join('')}</article></main>`);
      const comparison = compareTwin(content, toMarkdown(content, location));

      expect(comparison.missing).toEqual([]);
      expect(comparison.counts.twin).toEqual(comparison.counts.page);
    }),
    { numRuns: 500 },
  );
});

test('any bytes as a document make a twin without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text, (noise, more) => {
      expect(() => readMarkdown(convert(noise + more))).not.toThrow();
    }),
    { numRuns: 500 },
  );
});
