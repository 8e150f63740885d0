import { expect, test } from 'vitest';
import { importFiles } from '#test/import-markdown-files.ts';

async function importManual(text: string) {
  const { read, result, errors } = await importFiles({
    'mkdocs.yml': '',
    'docs/tides.md': `# Tides\n\n${text}`,
  });
  expect(errors).toEqual([]);
  return { body: read('handbook/tides.mdx').split('\n---\n\n')[1], page: result.pages[0] };
}

test('notes of MkDocs become callouts with their code, lists and notes', async () => {
  const { body, page } = await importManual(
    [
      'Before.',
      '',
      '!!! warning "High water"',
      '    Leave the *causeway*.',
      '',
      '    ```sh',
      '    !!! note',
      '        tide --high',
      '    ```',
      '',
      '    ??? tip',
      '        Ask the warden.',
      '',
      'After.',
    ].join('\n'),
  );

  expect(body).toBe(
    [
      'Before.',
      '',
      '<Callout type="warning" title="High water">',
      '',
      'Leave the *causeway*.',
      '',
      '```sh',
      '!!! note',
      '    tide --high',
      '```',
      '',
      '> Ask the warden.',
      '',
      '</Callout>',
      '',
      'After.',
      '',
    ].join('\n'),
  );
  expect(page).toMatchObject({ missing: [], unknown: [] });
});

test('tabs keep their titles and texts, in lists too', async () => {
  const { body, page } = await importManual(
    ['1. Choose:', '', '    === "By boat"', '        Row.', '', '    === "On foot"', '        Walk.'].join(
      '\n',
    ),
  );

  expect(body).toBe('1. Choose:\n\n   **By boat**\n\n   Row.\n\n   **On foot**\n\n   Walk.\n');
  expect(page).toMatchObject({ missing: [] });
});

test.each(['!!! note', 'Look!!! note this', '=== Heading', '```\n!!! note\n    text\n```'])(
  'is no note: %j',
  async (text) => {
    const { body } = await importManual(`Start.\n\n${text}\n\nEnd.\n`);

    expect(body).not.toMatch(/Callout|^>/m);
    expect(body).toContain('End.');
  },
);
