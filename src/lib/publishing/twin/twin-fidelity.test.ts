import { expect, test } from 'vitest';
import { diffWords } from '#test/diff-words.ts';
import { compareTwin } from '#test/fidelity.ts';
import { readContent } from './article.ts';
import { toMarkdown } from './markdown.ts';
import { toTwin } from './twin.ts';

const location = { origin: 'https://larkmoor.example', path: '/handbook/page' };

const sample =
  readContent(`<main><article><h1>Soil</h1><p>What <a href="/x">soil</a> is <img src="/a.png" alt="Clay"></p>
  <ul><li>a<li>b</ul><pre>code here</pre><table><tr><th>Sort<th></th></tr><tr><td>Sand<td>dry</tr></table></article></main>`);

test('compareTwin finds no difference in a twin with front matter', () => {
  const { wordsKept, counts, missing } = compareTwin(sample, toTwin(sample, location));

  expect({ wordsKept, missing }).toEqual({ wordsKept: 1, missing: [] });
  expect(counts.twin).toEqual(counts.page);
  expect(counts.page).toEqual({ headings: 1, items: 2, cells: 3, code: 1, links: 1, images: 1 });
});

type Loss = { missing?: string[] } & Partial<
  Record<'headings' | 'items' | 'cells' | 'code' | 'links' | 'images', number>
>;

test.each<[string, string | RegExp, string, Loss]>([
  ['a word', 'What ', '', { missing: ['What'] }],
  ['a heading', '# ', '', { headings: 0 }],
  ['an item', '- b\n', '', { items: 1, missing: ['b'] }],
  ['a cell', 'dry', '', { cells: 2, missing: ['dry'] }],
  ['a code block', /```\n?/g, '', { code: 0 }],
  ['a link', /\[soil\]\([^)]*\)/, 'soil', { links: 0 }],
  ['an image', /!\[.*?\)/, 'Clay', { images: 0 }],
])('compareTwin reports the loss of %s', (_, part, instead, { missing = [], ...counts }) => {
  const damaged = toMarkdown(sample, location).replace(part, instead);

  const comparison = compareTwin(sample, damaged);

  expect(comparison.missing).toEqual(missing);
  expect(comparison.counts.twin).toEqual({ ...comparison.counts.page, ...counts });
});

test('diffWords reports reordered words as missing', () => {
  expect(diffWords(['a', 'b', 'c', 'd'], ['a', 'c', 'b', 'd'])).toHaveLength(1);
  expect(diffWords(['a', 'b'], ['x', 'a', 'y', 'b', 'z'])).toEqual([]);
  expect(diffWords(['a', 'b'], [])).toEqual(['a', 'b']);
});
