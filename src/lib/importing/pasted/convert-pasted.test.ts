import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readMdx } from '#lib/content/checking/mdx-syntax.ts';
import { diffWords } from '#test/diff-words.ts';
import { listLowerWords } from '#test/html-words.ts';
import { parseText } from '#lib/importing/html-tree.ts';
import { readBlocks } from '#lib/publishing/twin/content-flow.ts';
import { convertPasted, writePlain } from './convert-pasted.ts';

const site = 'https://larkmoor.example';
const options = { readBlocks, headingLevel: 3, firstNote: 1, origins: [site] };
const convert = (html: string, more = {}) => convertPasted(parseText(html), { ...options, ...more });
const read = (name: string) => readFileSync(`test/data/clipboard/${name}`, 'utf8');

/** The clipboard of each program: HTML, the text that the program puts beside it, and the Markdown to make of it. */
test.each([
  { source: 'word', links: 2, cells: 6, pictures: 1 },
  { source: 'word-web', links: 1, cells: 4, pictures: 0 },
  { source: 'google-docs', links: 2, cells: 4, pictures: 1 },
  { source: 'outlook', links: 1, cells: 0, pictures: 0 },
  { source: 'libreoffice', links: 1, cells: 4, pictures: 0 },
  { source: 'excel', links: 1, cells: 9, pictures: 0 },
  { source: 'google-sheets', links: 1, cells: 6, pictures: 0 },
  { source: 'web-page', links: 1, cells: 0, pictures: 1 },
])('text from $source keeps its words, links and cells, and none of its markup', (wanted) => {
  const { text, pictures } = convert(read(`${wanted.source}.html`));

  const words = listLowerWords(read(`${wanted.source}.txt`));
  const shown = listLowerWords(text.replaceAll(/\]\([^)]*\)|<\/?sub>/g, ''));
  const rows = text.split('\n').filter((line) => line.startsWith('|') && !/^[| -]+$/.test(line));
  expect(`${text}\n`).toBe(read(`${wanted.source}.md`));
  expect(diffWords(words, shown).length / words.length).toBeLessThanOrEqual(0.02);
  expect(text.match(/\]\(/g) ?? []).toHaveLength(wanted.links);
  expect(rows.flatMap((row) => row.split(/(?<!\\)\|/).slice(1, -1))).toHaveLength(wanted.cells);
  expect(pictures).toHaveLength(wanted.pictures);
  expect(text).not.toMatch(/mso|style=|class=|<\/?(?:span|font|o:p|div)|javascript|Is this agreed/i);
  expect(readMdx(text).findings).toEqual([]);
});

test('words copied from a sentence stay in the sentence', () => {
  expect(convert('<meta charset="utf-8"><span style="font-weight:600">two</span> books')).toEqual({
    text: '**two** books',
    isInline: true,
    pictures: [],
  });
});

test('a picture has its place in the text, and a description that a program made is left out', () => {
  const html =
    '<p>Before</p><p><img src="file:///C:/a.png" alt="Ein Bild, automatically generated"></p><p>After</p>';

  const { text, pictures } = convert(html);

  expect(text).toBe('Before\n\nAfter');
  expect(pictures).toEqual([{ src: 'file:///C:/a.png', alt: '', at: 'Before'.length }]);
});

test('footnotes continue the numbers of the text', () => {
  expect(convert(read('libreoffice.html'), { firstNote: 4 }).text).toContain('[^4]: From November on.');
});

test('plain text means only its words, one paragraph for each line', () => {
  expect(writePlain('1. *All* of {it}\r\n\r\n<b> & more')).toBe('1\\. \\*All\\* of \\{it\\}\n\n\\<b> & more');
});

test.each(['<b>'.repeat(10_000), '<div><p>x'.repeat(3_000), `${'<ul><li>'.repeat(900)}x`])(
  'thousands of nested tags are refused',
  (html) => {
    expect(() => convert(html)).toThrow(RangeError);
  },
);
