import { expect, test } from 'vitest';
import { addressOfLink } from './links.ts';

const contentDir = '/content';

test('addressOfLink returns the address of the file that a relative link names', () => {
  const from = '/content/handbook/study/late-work.mdx';

  expect(addressOfLink('../money/fees.mdx#refunds', from, contentDir)).toBe('/handbook/money/fees#refunds');
  expect(addressOfLink('./index.mdx', from, contentDir)).toBe('/handbook/study');
  expect(addressOfLink('../../people/ines-calder.mdx', from, contentDir)).toBe('/people#ines-calder');
});

test('addressOfLink returns undefined for all other links', () => {
  const from = '/content/handbook/study/late-work.mdx';
  for (const url of ['https://example.org/a.md', 'mailto:a@example.org', '/fees', '#top', '']) {
    expect(addressOfLink(url, from, contentDir)).toBeUndefined();
  }
});
