import { expect, test } from 'vitest';
import { importFiles } from '#test/import-markdown-files.ts';

async function importText(text: string, settings: string) {
  const file = settings === 'hugo.toml' ? 'content/a.md' : 'a.md';
  const { read, result } = await importFiles({
    [settings]: '',
    [file]: `---\ntitle: Tides\n---\n\n${text}\n`,
  });
  return { body: read('handbook/a.mdx').split('\n---\n\n')[1], page: result.pages[0] };
}

const marks = [
  '{{ y }} {# a #} %% b %% {% comment %}c{% endcomment %}',
  ':::note',
  '!!! note',
  '<!-- d --> {: .e}',
].join('\n');
const indent = (text: string, by: string) => text.replaceAll(/^/gm, by);

test.each([
  ['a fence with tildes', `~~~\n${marks}\n~~~`, `\`\`\`\n${marks}\n\`\`\`\n`],
  ['an indent', `A\n\n${indent(marks, '    ')}\n\nB`, `A\n\n\`\`\`\n${marks}\n\`\`\`\n\nB\n`],
  ['a tab', indent(marks, '\t'), `\`\`\`\n${marks}\n\`\`\`\n`],
  [
    'an indent in a list',
    `1. A\n\n${indent(marks, '       ')}`,
    `1. A\n\n   \`\`\`\n${indent(marks, '   ')}\n   \`\`\`\n`,
  ],
])('a folder of an unknown system: marks in code by %s mean nothing', async (_, text, shown) => {
  const { body, page } = await importText(text, 'other.yml');

  expect(body).toBe(shown);
  expect(page).toMatchObject({ isDraft: false, unknown: [], missing: [] });
});

test('an indent is no code in a paragraph, and in the text of a list', async () => {
  const { body } = await importText('A\n    {{ x }}\n\n- B\n\n    {{ y }}', 'other.yml');

  expect(body).toBe('A `{{ x }}`\n\n- B\n\n  `{{ y }}`\n');
});

test.each(['``` { .yaml .annotate title="a.yml" }', '```yaml title="a.yml"', '```{.yaml filename="a.yml"}'])(
  'the language and title of %s',
  async (fence) => {
    expect((await importText(`${fence}\na: 1\n\`\`\``, 'other.yml')).body).toBe(
      '**a.yml**\n\n```yaml\na: 1\n```\n',
    );
  },
);

test('Hugo: what looks like a comment in code stays, and formulas of shortcodes are code', async () => {
  const { body } = await importText(
    '```html\n{{/* a */}}\n```\n\nSo {{< katex >}}x^2 * y{{< /katex >}} is.\n\n{{< math >}}\na_1 * b\n{{< /math >}}',
    'hugo.toml',
  );

  expect(body).toBe('```html\n{{/* a */}}\n```\n\nSo `x^2 * y` is.\n\n```math\na_1 * b\n```\n');
});

test('Hugo: a shortcode around a text leaves its title and link', async () => {
  const { body, page } = await importText(
    '{{< details summary="More" >}}\nA\n{{< /details >}}\n\n{{< tab name="Mac" >}}B{{< /tab >}}\n\n{{< button href="/c/" >}}C{{< /button >}}',
    'hugo.toml',
  );

  expect(body).toBe('**More**\n\nA\n\n**Mac**\n\nB\n\nC\n');
  expect(page?.notes).toEqual(['a link leads to no imported page: /c/']);
});

test('words of a footnote of several paragraphs, and marks of raw text, are counted once', async () => {
  const { page } = await importText(
    'A[^1].\n\n[^1]: One\n\n    two.\n\n    three.\n\n{% raw %}\n```\nb\n```\n{% endraw %}\n\nC.',
    '_config.yml',
  );

  expect(page).toMatchObject({ words: 6, kept: 6 });
});

test('a list goes on after a shortcode in it', async () => {
  const { body } = await importText('1. A\n\n   {{< map >}}\n\n2. B', 'hugo.toml');

  expect(body).toBe('1. A\n\n   `{{< map >}}`\n\n2. B\n');
});
