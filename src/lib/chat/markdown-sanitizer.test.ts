import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { expect, test } from 'vitest';
import { runsOf } from '#test/property-runs.ts';
import { createMarkdownSanitizer } from './markdown-sanitizer.ts';

const siteUrl = 'https://www.site.example';
const passages = ['Apply at https://apply.partner.example/form or write to office@site.example.', 'More.'];

function sanitize(text: string, size = text.length || 1): string {
  const sanitizer = createMarkdownSanitizer({ sourceCount: 2, siteUrl, passages });
  let result = '';
  for (let at = 0; at < text.length; at += size) result += sanitizer.push(text.slice(at, at + size));
  return result + sanitizer.end();
}

/** Removes the invisible word joiner. */
function visible(text: string): string {
  return text.replaceAll('\u2060', '');
}

test.each([
  ['Soil [1].', 'Soil [1].'],
  ['Soil [9].', 'Soil.'],
  ['Soil [1, 9] and [2,1].', 'Soil [1] and [2][1].'],
  ['Soil [1][7][2] water [0].', 'Soil [1][2] water.'],
  ['Soil [1], [2] water', 'Soil [1], [2] water'],
  ['Soil [[9]] [[1]] x[[3], [2]]', 'Soil [1] x, [2]'],
  ['Soil [1[9]0] peat', 'Soil peat'],
  ['Soil [1-9] 【9†】 【2】', 'Soil [1][2] 【9†】 [2]'],
  ['Soil \\[9\\] [^9] [source 9] [Passage 2]', 'Soil [2]'],
  ['[1] costs 2026 [2]', '[1] costs 2026 [2]'],
  ['[1](https://evil.example) and [2](/fees)', '[1] and [2]'],
  ['Soil [1]\n\n[2] peat', 'Soil [1]\n\n[2] peat'],
  ['An open [9', 'An open [9'],
])('unknown citations are removed from %j', (text, expected) => {
  for (const size of [1, 2, 3, 7, 1000]) expect([size, sanitize(text, size)]).toEqual([size, expected]);
});

test.each([
  ['[Fees](/fees#late) now', '[Fees](/fees#late) now'],
  ['[Fees](https://www.site.example/fees) now', '[Fees](https://www.site.example/fees) now'],
  ['See https://www.site.example/fees.', 'See https://www.site.example/fees.'],
  ['[Apply](https://apply.partner.example/form)!', '[Apply](https://apply.partner.example/form)!'],
  ['[Write](mailto:office@site.example)', '[Write](mailto:office@site.example)'],
  ['**Bold**, `code`, 3 < 4, a - b\n\n- one\n- two', '**Bold**, `code`, 3 < 4, a - b\n\n- one\n- two'],
])('%j is not changed', (text, expected) => {
  for (const size of [1, 2, 3, 7, 1000]) expect([size, sanitize(text, size)]).toEqual([size, expected]);
});

test.each([
  ['[a b](https://evil.example/x) c', 'a b c'],
  ['![a](https://evil.example/x.png) c', 'a c'],
  ['![a](/x.png) c', '[a](/x.png) c'],
  ['! [9][a](/x.png) c', '! [a](/x.png) c'],
  ['[![a](https://evil.example/x.png)](https://evil.example) c', 'a c'],
  ['[a](javascript:alert(1)) c', 'a c'],
  ['[a](javas&#99;ript:alert(1)) c', 'a c'],
  ['[a](//evil.example) [b](/\\evil.example) c', 'a b c'],
  ['[a](<https://evil.example>) c', 'a c'],
  ['[a](https://evil.example "a title") c', 'a c'],
  ['[a](https://www.site.example@evil.example/) c', 'a c'],
  ['[a](mailto:thief@evil.example) c', 'a c'],
  ['https://evil.example/x c', '(link removed) c'],
  ['_https://evil.example/x_ c', '_(link removed) c'],
  ['www.evil.example c', '(link removed) c'],
  ['<https://evil.example> c', '‹(link removed)> c'],
  ['<img src=x onerror=alert(1)> c', '‹img src=x onerror=alert(1)> c'],
  ['</p><!-- x --><?y?>', '‹/p>‹!-- x -->‹?y?>'],
  ['[x]: https://evil.example\n\n[x] c', '[x]: (link removed)\n\n[x] c'],
  ['[1]: //evil.example\n\n[1] c', '[1]: //evil.example\n\n[1] c'],
  ['www\\.evil.example https\\://evil.example c', '(link removed) (link removed) c'],
  ['https&#58;//evil.example c', 'https&#58;//evil.example c'],
  ['h[t](x)tps://evil.example c', '(link removed) c'],
])('%j is made harmless', (text, expected) => {
  for (const size of [1, 2, 3, 7, 1000])
    expect([size, visible(sanitize(text, size))]).toEqual([size, expected]);
});

test('a citation cannot become a reference link', () => {
  expect(sanitize('[1]: //evil.example\n\n[1] c')).not.toMatch(/\][:(]/);
});

const pieces = fc.constantFrom(
  ...['[', ']', '(', ')', '!', '<', '>', '\\', ' ', '\n', '1', '9', 'a', ':', '/', 'http', '://', 'www', '.'],
  ...[
    'evil.example',
    'https://evil.example',
    '`',
    '*',
    '_',
    '~',
    '\t',
    '- ',
    '> ',
    '[^9]',
    '\n\n',
    '=',
    '](',
    '![',
    '[9]',
    '[1]',
    'javascript:',
    '//',
    '&#58;',
    '"',
  ],
);
const texts = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''));

type Node = { type: string; url?: string; children?: Node[] };

/** Parses the text as GitHub Flavored Markdown, which recognises most links. */
function nodesIn(text: string): Node[] {
  const flatten = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(flatten)];
  return flatten(fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
}

test('any text in chunks of any size yields no foreign link, image, markup or citation', () => {
  const markup = ['html', 'image', 'imageReference', 'definition', 'linkReference', 'footnoteDefinition'];

  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 20 }), (text, size) => {
      const result = sanitize(text, size);

      const nodes = nodesIn(result);
      expect(nodes.filter(({ type }) => markup.includes(type))).toEqual([]);
      for (const { url } of nodes) {
        if (url !== undefined) expect(new URL(url, siteUrl).origin).toBe(siteUrl);
      }
      expect(result).not.toMatch(/\[(?!1\])\d+\]/);
    }),
    { numRuns: runsOf(2000) },
  );
});

test('complete words are returned at once', () => {
  const sanitizer = createMarkdownSanitizer({ sourceCount: 1, siteUrl, passages });

  expect(sanitizer.push('The soil ')).toBe('The soil');
  expect(sanitizer.push('is wet [')).toBe(' is wet');
  expect(sanitizer.push('1] and')).toBe(' [1]');
});

test.each([
  'x'.repeat(50_000),
  '[ '.repeat(20_000),
  '[x](/y '.repeat(5000),
  ' '.repeat(50_000),
  '<'.repeat(50_000),
])('a long text without word boundaries is returned while it streams', (text) => {
  const result = sanitize(text, 100);

  expect(result.length).toBeGreaterThan(text.length / 3);
});
