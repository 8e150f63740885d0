import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffWords } from '#test/diff-words.ts';
import { runsOf } from '#test/property-runs.ts';
import { readContent } from '#lib/publishing/twin/article.ts';
import { toPassages, type Passage } from './make-passages.ts';
import { toLines } from '#lib/publishing/twin/text-lines.ts';

const sentence = 'Clay holds water and sand lets it through. ';
const long = sentence.repeat(12);

function passagesOf(html: string): Passage[] {
  return toPassages(readContent(`<main><article><h1>Soil</h1>${html}</article></main>`));
}

function toWords(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

test('a page has one passage for its start and one for each section', () => {
  const passages = passagesOf(`<p>Lead</p><h2 id="a">A</h2><p>${long}</p><h3 id="b">B</h3><p>${long}</p>
    <h2 id="c">C</h2><p>Last</p>`);

  expect(passages.map(({ anchor, title, headings }) => [anchor, title, ...headings])).toEqual([
    [null, 'Soil'],
    ['a', 'Soil', 'A'],
    ['b', 'Soil', 'A', 'B'],
    ['c', 'Soil', 'C'],
  ]);
  expect(passages[0]?.text).toBe('Lead');
});

test('each table row, list item and term is a line', () => {
  const [passage] =
    passagesOf(`<ul><li>a<ol><li>b</li></ol></li></ul><table><tr><th>x<th>y</tr><tr><td>1<td>2</tr></table>
    <dl><dt>Fee</dt><dd>5</dd></dl><pre>one\ntwo</pre>`);

  expect(passage?.text).toBe('- a\n  1. b\nx | y\n1 | 2\nFee\n5\none\ntwo');
});

test('short sections below the same H2 are joined, with their headings as lines', () => {
  const passages = passagesOf(
    '<h2 id="a">A</h2><p>one</p><h3 id="b">B</h3><p>two</p><h2 id="c">C</h2><p>three</p>',
  );

  expect(passages.map(({ anchor, text }) => [anchor, text])).toEqual([
    ['a', 'one\nB\ntwo'],
    ['c', 'three'],
  ]);
});

test('a long section is split between lines into parts of about the same size', () => {
  const passages = passagesOf(`<h2 id="a">A</h2>${`<p>${sentence.repeat(3)}</p>`.repeat(20)}`);

  expect(passages.length).toBeGreaterThan(2);
  for (const { anchor, text } of passages) {
    expect(anchor).toBe('a');
    expect(text.length / 4).toBeGreaterThan(125);
    expect(text.length / 4).toBeLessThanOrEqual(260);
    expect(text).toMatch(/^Clay.*through\.$/s);
  }
});

test('each part of a long table begins with the names of its columns', () => {
  const rows = Array.from({ length: 40 }, (_, row) => `<tr><td>W${row}<td>${sentence}</tr>`).join('');

  const passages = passagesOf(`<p>All wells</p><table><tr><th>Well<th>Soil</tr>${rows}</table><p>Last</p>`);

  expect(passages.length).toBeGreaterThan(1);
  expect(passages[0]?.text.split('\n').slice(0, 2)).toEqual(['All wells', 'Well | Soil']);
  for (const { text } of passages.slice(1)) expect(text.split('\n')[0]).toBe('Well | Soil');
  const all = passages.flatMap(({ text }) => text.match(/^W\d+(?= )/gm));
  expect(all).toEqual(Array.from({ length: 40 }, (_, row) => `W${row}`));
});

test('a very long paragraph is split between words', () => {
  const passages = passagesOf(`<p>${'water '.repeat(900)}</p>`);

  expect(passages.every(({ text }) => text.length <= 1_010)).toBe(true);
  expect(passages.flatMap(({ text }) => toWords(text))).toHaveLength(900);
});

test('a page without text has one passage', () => {
  const content = readContent(
    '<title>Map</title><meta name="description" content="Where we are."><main></main>',
  );

  expect(toPassages(content)).toEqual([{ anchor: null, title: 'Map', headings: [], text: 'Where we are.' }]);
});

test('every word of the content is in the passages, in order', () => {
  const block = fc.oneof(
    fc.constantFrom('<h2>Two words</h2>', '<h3>Three</h3>', '<h4>Four</h4>', '<h1>Again</h1>', '<h2></h2>'),
    fc
      .nat(90)
      .map((count) => `<p>${Array.from({ length: count }, (_, index) => `w${index}`).join(' ')}.</p>`),
    fc.nat(9).map((count) => `<ul>${'<li>item of <b>a</b> list'.repeat(count)}</ul>`),
  );
  fc.assert(
    fc.property(fc.array(block, { maxLength: 14 }), (blocks) => {
      const content = readContent(`<main><article><p>Lead</p>${blocks.join('')}</article></main>`);
      const passages = toPassages({ ...content, title: 'Soil' });

      const all = passages.flatMap(({ headings, text }) => [...headings, text]).flatMap(toWords);
      expect(diffWords(toLines(content.blocks).flatMap(toWords), all)).toEqual([]);
    }),
    { numRuns: runsOf(200) },
  );
});
