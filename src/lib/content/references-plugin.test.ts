import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { markdownToHtml } from 'satteri';
import { expect, test } from 'vitest';
import { addressOfLink, contentReferences } from './references-plugin.ts';

const contentDir = '/content';

test('replaces a relative link by the address of its file', () => {
  const from = '/content/handbook/study/late-work.mdx';

  expect(addressOfLink('../money/fees.mdx#refunds', from, contentDir)).toBe('/handbook/money/fees#refunds');
  expect(addressOfLink('./index.mdx', from, contentDir)).toBe('/handbook/study');
  expect(addressOfLink('../../people/ines-calder.mdx', from, contentDir)).toBe('/people#ines-calder');
});

test('keeps other links', () => {
  const from = '/content/handbook/study/late-work.mdx';
  for (const url of ['https://example.org/a.md', 'mailto:a@example.org', '/fees', '#top', '']) {
    expect(addressOfLink(url, from, contentDir)).toBeUndefined();
  }
});

test('replaces a missing image by its text and keeps an existing one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'references-'));
  writeFileSync(join(folder, 'there.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');

  const { html } = markdownToHtml('![A map](there.svg) ![A lost map](lost.png)', {
    mdastPlugins: [contentReferences({ contentDir: folder })],
    fileURL: pathToFileURL(join(folder, 'page.md')),
  });

  expect(html).toContain('<img src="there.svg" alt="A map"');
  expect(html).toContain('A lost map');
  expect(html).not.toContain('lost.png');
});
