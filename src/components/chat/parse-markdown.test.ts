import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyString } from '#test/any-text.ts';
import { runsOf } from '#test/property-runs.ts';
import { allowedUrl, type Inline, type LinkRules } from './parse-inline.ts';
import { parseMarkdown, splitBlocks, type AnswerBlock } from './parse-markdown.ts';

const rules: LinkRules = {
  origins: ['https://site.example', 'https://known.example'],
  sources: [
    { number: 1, url: 'https://known.example/fees#paying', title: 'Fees: Paying' },
    { number: 2, url: 'https://other.example/page?a=1#b', title: 'Elsewhere' },
  ],
};

function spansOf(text: string, isOpen = false): Inline[] {
  const [block] = parseMarkdown(text, rules, { isOpen });
  return block?.kind === 'paragraph' ? block.children : [];
}

const text = (value: string): Inline => ({ kind: 'text', text: value });

test('parses paragraphs, emphasis and code', () => {
  expect(
    parseMarkdown('One **two *three*** `four *five*`.\nsix\n\nSeven _eight_ snake_case_name', rules),
  ).toEqual([
    {
      kind: 'paragraph',
      children: [
        text('One '),
        { kind: 'strong', children: [text('two '), { kind: 'emphasis', children: [text('three')] }] },
        text(' '),
        { kind: 'code', text: 'four *five*' },
        text('. six'),
      ],
    },
    {
      kind: 'paragraph',
      children: [text('Seven '), { kind: 'emphasis', children: [text('eight')] }, text(' snake_case_name')],
    },
  ]);
});

test('parses nested lists and their start numbers', () => {
  const blocks = parseMarkdown('Do this:\n3. first\n   - inner\n\n4. second\n   goes on\n\nAfter', rules);

  expect(blocks).toEqual([
    { kind: 'paragraph', children: [text('Do this:')] },
    {
      kind: 'list',
      start: 3,
      items: [
        [
          { kind: 'paragraph', children: [text('first')] },
          { kind: 'list', start: null, items: [[{ kind: 'paragraph', children: [text('inner')] }]] },
        ],
        [{ kind: 'paragraph', children: [text('second goes on')] }],
      ],
    },
    { kind: 'paragraph', children: [text('After')] },
  ]);
});

test('parses headings, tables, quotes and code blocks', () => {
  const source =
    '## Fees #\n| A | B |\n| --- | :-: |\n| a\\|b | **c** |\n> said\n```html\n<b>x</b>\n\n# y\n```\n---\nend';

  expect(parseMarkdown(source, rules)).toEqual([
    { kind: 'heading', children: [text('Fees')] },
    {
      kind: 'table',
      head: [[text('A')], [text('B')]],
      rows: [[[text('a|b')], [{ kind: 'strong', children: [text('c')] }]]],
    },
    { kind: 'quote', children: [{ kind: 'paragraph', children: [text('said')] }] },
    { kind: 'code', text: '<b>x</b>\n\n# y' },
    { kind: 'paragraph', children: [text('end')] },
  ]);
});

test('turns source numbers into citations and keeps other numbers as text', () => {
  const [first, second] = rules.sources.map((source, index): Inline => {
    const href = ['https://site.example/fees#paying', 'https://other.example/page?a=1#b'][index] ?? '';
    return { kind: 'citation', href, source };
  });

  expect(spansOf('Pay first [1][2], [1, 2] or [3].')).toEqual([
    text('Pay first'),
    first,
    second,
    text(','),
    first,
    second,
    text(' or [3].'),
  ]);
});

test('does not cite a source without an http or https URL', () => {
  const sources = [{ number: 1, url: 'javascript:alert(1)', title: 'x' }];

  expect(parseMarkdown('[1]', { origins: ['https://site.example'], sources })).toEqual([
    { kind: 'paragraph', children: [text('[1]')] },
  ]);
});

test.each([
  ['/fees', 'https://site.example/fees'],
  ['https://known.example/fees?a=1#b', 'https://site.example/fees?a=1#b'],
  ['https://SITE.example/a b', 'https://site.example/a%20b'],
  ['https://other.example/page?a=1#b', 'https://other.example/page?a=1#b'],
])('allows a link to %s', (target, href) => {
  expect(allowedUrl(target, rules)).toBe(href);
});

test.each([
  'https://evil.example/',
  'https://other.example/page',
  'https://site.example.evil.example/',
  'https://site.example@evil.example/',
  'https://user:word@site.example/',
  'http://site.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'mailto:someone@evil.example',
  'blob:https://site.example/x',
  'fees',
  '#here',
  '',
])('rejects a link to %s', (target) => {
  expect(allowedUrl(target, rules)).toBeUndefined();
});

test('replaces foreign links and images with their text', () => {
  expect(
    spansOf(
      'See [the **page**](https://evil.example) ![picture](https://evil.example/a.png) [ok](/fees "t")',
    ),
  ).toEqual([
    text('See '),
    text('the '),
    { kind: 'strong', children: [text('page')] },
    text(' picture '),
    { kind: 'link', href: 'https://site.example/fees', children: [text('ok')] },
  ]);
});

test('keeps HTML as text', () => {
  const source =
    '<img src=x onerror=alert(1)> <a href="https://evil.example">x</a> <https://evil.example> &lt;';

  expect(spansOf(source)).toEqual([text(source)]);
});

test('while text streams, closes open markup and omits unfinished links', () => {
  expect(spansOf('Pay **in three', true)).toEqual([
    text('Pay '),
    { kind: 'strong', children: [text('in three')] },
  ]);
  expect(spansOf('Pay [here](https://si', true)).toEqual([text('Pay ')]);
  expect(spansOf('Pay [1', true)).toEqual([text('Pay ')]);
  expect(spansOf('Pay **in three')).toEqual([text('Pay **in three')]);
});

/** Random text with many Markdown characters. */
const markdown = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '**',
          '*',
          '_',
          '__',
          '`',
          '```\n',
          '\n',
          '\n\n',
          '- ',
          '1. ',
          '  ',
          '> ',
          '# ',
          '| ',
          '|---|\n',
          '\\',
        ],
        ...['[', ']', '(', ')', '](', '![', '[1]', '[9]', '<', '>', '"', '<script>', '<img src=x onerror=y>'],
        ...[
          'javascript:alert(1)',
          'https://evil.example/x',
          '//evil.example',
          '/fees',
          'https://site.example/a',
        ],
        ...['https://other.example/page?a=1#b', 'data:text/html,x', '\t', '\r\n', 'word'],
      ),
      anyString({ maxLength: 8 }),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''));

const blockKinds = ['paragraph', 'heading', 'code', 'quote', 'list', 'table'];
const inlineKinds = ['text', 'code', 'break', 'strong', 'emphasis', 'link', 'citation'];

test('any text parses to known nodes, with links only to this site or a source', () => {
  fc.assert(
    fc.property(markdown, fc.boolean(), (source, isOpen) => {
      const { kinds, addresses } = inspect(parseMarkdown(source, rules, { isOpen }));

      expect([...kinds].filter((kind) => !blockKinds.includes(kind) && !inlineKinds.includes(kind))).toEqual(
        [],
      );
      for (const address of addresses) {
        const isOwn = new URL(address).origin === 'https://site.example';
        expect(isOwn || address === rules.sources[1]?.url, address).toBe(true);
      }
    }),
    { numRuns: runsOf(1500) },
  );
});

test('appending text changes no block before the last', () => {
  fc.assert(
    fc.property(markdown, markdown, (before, added) => {
      const finished = splitBlocks(before.replaceAll('\r', '')).slice(0, -1);

      expect(splitBlocks((before + added).replaceAll('\r', '')).slice(0, finished.length)).toEqual(finished);
    }),
    { numRuns: runsOf(500) },
  );
});

test('parses 20,000 repeated marks', () => {
  for (const mark of ['[', '*', '**a', '_a ', '`', '![', '[a](', '> ', '- ', '\\', '*a* **b', '|', '# ']) {
    const blocks = parseMarkdown(mark.repeat(20_000), rules, { isOpen: true });

    expect(blocks.length).toBeLessThanOrEqual(20_000);
  }
});

function inspect(tree: readonly (AnswerBlock | Inline)[]): { kinds: Set<string>; addresses: string[] } {
  const kinds = new Set<string>();
  const addresses: string[] = [];
  const visit = (node: AnswerBlock | Inline): void => {
    kinds.add(node.kind);
    if (node.kind === 'link' || node.kind === 'citation') addresses.push(node.href);
    if ('children' in node) node.children.forEach(visit);
    if (node.kind === 'list') node.items.flat().forEach(visit);
    if (node.kind === 'table') [node.head, ...node.rows].flat(2).forEach(visit);
  };
  tree.forEach(visit);
  return { kinds, addresses };
}
