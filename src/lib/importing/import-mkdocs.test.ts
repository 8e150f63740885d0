import { expect, test } from 'vitest';
import { importFiles } from '#test/import-markdown-files.ts';

const settings =
  'site_url: https://old.example/\nmarkdown_extensions: [attr_list, pymdownx.tilde, pymdownx.caret]\n';

async function importText(text: string, others: Readonly<Record<string, string>> = {}) {
  const { read, result } = await importFiles({
    'mkdocs.yml': settings,
    'docs/a.md': `# Tides\n\n${text}\n`,
    ...others,
  });
  const page = result.pages.find(({ id }) => id === 'docs/a.md');
  expect(page).toMatchObject({ isDraft: false, missing: [] });
  return {
    body: read('handbook/a.mdx').split('\n---\n\n')[1],
    unknown: page?.unknown.map(({ what }) => what),
  };
}

test.each([
  ['[Go](https://x.example/){ .md-button .md-button--primary } on', '[Go](https://x.example/) on\n'],
  ['**Bold**{: style="color: red" } and `code`{ .c } {x}', '**Bold** and `code` \\{x\\}\n'],
  ['## Head { .cls }\n\nText\n{: #p .note }', '## Head\n\nText\n'],
  ['H~2~O, x^2^, ~~out~~', 'H<sub>2</sub>O, x<sup>2</sup>, ~~out~~\n'],
  ['==new== ^^in^^ a == b', '<mark>new</mark> <ins>in</ins> a == b\n'],
  ['Press ++ctrl+c++ in C++ or C++', 'Press <kbd>ctrl</kbd>+<kbd>c</kbd> in C++ or C++\n'],
  ['| a | b |\n| - | - |\n| `x|y` | z |', '| a | b |\n| --- | --- |\n| `x\\|y` | z |\n'],
  ['<div class="grid" markdown>\n\n- **A**\n\n</div>', '- **A**\n'],
  [
    '!!! note\n\n    A\n\n    1. b\n\n        c',
    '<Callout type="note">\n\nA\n\n1. b\n\n   c\n\n</Callout>\n',
  ],
])('extensions of MkDocs: %j', async (text, shown) => {
  expect((await importText(text)).body).toBe(shown);
});

test('icons and abbreviations are in the report only', async () => {
  const { body, unknown } = await importText(':material-check: HTML at 10:30:00\n\n*[HTML]: Hyper Text');

  expect(body).toBe('HTML at 10:30:00\n');
  expect(unknown).toEqual(['an icon', 'an abbreviation']);
});

test('files that a text includes are part of it, also in code', async () => {
  const { body } = await importText(
    '--8<-- "parts/b.md"\n\n<!--@include: ./c.md-->\n\n```sh\n--8<-- "parts/d.sh"\n```\n\n--8<-- "gone.md"',
    {
      'parts/b.md': '---\nx: 1\n---\n\nFrom **b**.\n',
      'docs/c.md': 'From c.\n',
      'parts/d.sh': 'ls\n',
    },
  );

  expect(body).toBe('From **b**.\n\nFrom c.\n\n```sh\nls\n```\n\n\\--8\\<-- "gone.md"\n');
});

test('links lead to the named anchor of a heading with a class', async () => {
  const { body } = await importText('[b](b.md#own)', {
    'docs/b.md': '# B\n\n## Long head { #own .cls }\n\nText.\n',
  });

  expect(body).toBe('[b](/handbook/b#long-head)\n');
});
