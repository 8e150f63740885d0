import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { expect, test } from 'vitest';
import { anyString, anyUrl } from '#test/any-text.ts';
import { parseGfm, readMarkdown } from '#test/fidelity.ts';
import { runsOf } from '#test/property-runs.ts';
import { readContent } from './article.ts';
import { escapeText, anyText } from './markdown-text.fixture.ts';
import { toMarkdown } from './markdown.ts';

const location = { origin: 'https://larkmoor.example', path: '/handbook/soil' };
const filled = anyText.filter((value) => clean(value) !== '');

function clean(value: string): string {
  return value.replaceAll('\u00ad', '').replace(/ +/g, ' ').trim();
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

/** JavaScript's trim also removes no-break spaces, which Markdown keeps. */
function same(read: string, written: string): void {
  expect(read.split('\n').map(clean)).toEqual(written.split('\n').map(clean));
}

test('any text in a paragraph parses back to that text', () => {
  fc.assert(
    fc.property(filled, (value) => {
      const markdown = convert(`<p>${escapeText(value)}</p>`);

      expect(shapeOf(markdown)).toEqual(['paragraph']);
      same(plain(parseGfm(markdown)), value);
    }),
    { numRuns: runsOf(500) },
  );
});

test('any text after a hard break parses back to that text', () => {
  fc.assert(
    fc.property(filled, filled, (before, after) => {
      const markdown = convert(`<p>${escapeText(before)}<br>${escapeText(after)}</p>`);

      expect(shapeOf(markdown)).toEqual(['paragraph']);
      same(plain(parseGfm(markdown)), `${clean(before)}\n${clean(after)}`);
    }),
    { numRuns: runsOf(500) },
  );
});

test('any text in a heading parses back to that text', () => {
  fc.assert(
    fc.property(filled, fc.integer({ min: 1, max: 6 }), (value, depth) => {
      const markdown = convert(`<h${depth}>${escapeText(value)}</h${depth}>`);

      expect(only(parseGfm(markdown), 'heading')).toMatchObject([{ depth }]);
      expect(shapeOf(markdown)).toEqual(['heading']);
      same(plain(parseGfm(markdown)), value);
    }),
    { numRuns: runsOf(500) },
  );
});

test('any text or code in a table cell parses back in the same cell', () => {
  fc.assert(
    fc.property(filled, filled, filled, (one, two, three) => {
      const markdown = convert(
        `<table><tr><th>${escapeText(one)}<th>b</tr><tr><td>${escapeText(two)}<td><code>${escapeText(three)}</code></tr></table>`,
      );

      const cells = only(parseGfm(markdown), 'tableCell').map(plain);
      expect(shapeOf(markdown)).toEqual(['table']);
      expect(cells.map(clean)).toEqual([one, 'b', two, three].map(clean));
    }),
    { numRuns: runsOf(500) },
  );
});

test('any texts in list items parse back to the same items', () => {
  fc.assert(
    fc.property(
      fc.array(filled, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('ul', 'ol'),
      (values, tag) => {
        const markdown = convert(
          `<${tag}>${values.map((value) => `<li>${escapeText(value)}</li>`).join('')}</${tag}>`,
        );

        expect(shapeOf(markdown)).toEqual(['list']);
        expect(only(parseGfm(markdown), 'listItem').map(plain).map(clean)).toEqual(values.map(clean));
      },
    ),
    { numRuns: runsOf(500) },
  );
});

test('a link with any text as its label, between any texts, parses back to one link', () => {
  fc.assert(
    fc.property(anyText, filled, anyText, anyUrl, (before, label, after, href) => {
      const markdown = convert(
        `<p>${escapeText(before)}<a href="${escapeText(href)}">${escapeText(label)}</a>${escapeText(after)}</p>`,
      );

      const links = only(parseGfm(markdown), 'link').filter(
        ({ position }) => markdown[position?.start.offset ?? -1] === '[',
      );
      same(plain(parseGfm(markdown)), before + label + after);
      expect(links.map(plain).map(clean)).toEqual([clean(label)]);
      expect(links).toMatchObject([{ url: expect.stringMatching(/^https?:/) }]);
    }),
    { numRuns: runsOf(500) },
  );
});

test('any inline code and code block parse back unchanged', () => {
  fc.assert(
    fc.property(filled, fc.array(anyText, { minLength: 1, maxLength: 5 }), (code, lines) => {
      fc.pre(clean(lines.join('')) !== '');
      const block = lines.join('\n');
      const markdown = convert(
        `<p>x <code>${escapeText(code)}</code> y</p><pre><code>\n${escapeText(block)}\n</code></pre>`,
      );

      const tree = parseGfm(markdown);
      const [inline] = only(tree, 'inlineCode');
      expect(inline && clean(plain(inline))).toBe(clean(code));
      expect(only(tree, 'code')).toMatchObject([{ value: `\n${block}` }]);
    }),
    { numRuns: runsOf(500) },
  );
});

test('any string converts to a twin without an error', () => {
  fc.assert(
    fc.property(anyString(), anyText, (noise, more) => {
      expect(() => readMarkdown(convert(noise + more))).not.toThrow();
    }),
    { numRuns: runsOf(500) },
  );
});
