import { expect, test } from 'vitest';
import { readContent } from './article.ts';
import { toMarkdown } from './markdown.ts';

function convert(html: string): string {
  const location = { origin: 'https://larkmoor.example', path: '/' };
  return toMarkdown(readContent(`<main><article>${html}</article></main>`), location).trimEnd();
}

test('a table comes after its caption, keeps its alignment and has escaped bars', () => {
  const markdown = convert(`<table><caption>Fees</caption><thead><tr><th>Course<th align="right">Fee</thead>
    <tbody><tr><td>a|b <code>c|d</code><td style="text-align: right">5</tbody></table>`);

  expect(markdown).toBe('*Fees*\n\n| Course | Fee |\n| --- | --: |\n| a\\|b `c\\|d` | 5 |');
});

test('a table without a header gets an empty header', () => {
  const markdown = convert('<table><tr><th>Level</th><td>2</td></tr><tr><th>Fee</th><td>5</td></tr></table>');

  expect(markdown).toBe('|  |  |\n| --- | --- |\n| Level | 2 |\n| Fee | 5 |');
});

test('a head row may have an empty corner; a row with an empty value is no head', () => {
  const corner = convert('<table><tr><td> <th>a<th>b</tr><tr><th>c<td>1<td>2</tr></table>');
  const value = convert('<table><tr><th>c<td></tr><tr><th>d<td>1</tr></table>');

  expect(corner).toBe('|  | a | b |\n| --- | --- | --- |\n| c | 1 | 2 |');
  expect(value).toBe('|  |  |\n| --- | --- |\n| c |  |\n| d | 1 |');
});

test('the head is first and the foot last, in whatever order they are written', () => {
  const markdown = convert(
    '<table><tfoot><tr><td>f</tfoot><tbody><tr><td>b</tbody><thead><tr><td>h</thead></table>',
  );

  expect(markdown).toBe('| h |\n| --- |\n| b |\n| f |');
});

test('cells that a span covers are empty', () => {
  const markdown = convert(`<table><tr><th colspan="2">a<th>b</tr><tr><td rowspan="0">c<td>d<td>e</tr>
    <tr><td>f</tr></table>`);

  expect(markdown).toBe('| a |  | b |\n| --- | --- | --- |\n| c | d | e |\n|  | f |  |');
});

test('a cell with several blocks becomes one line', () => {
  const markdown = convert(`<table><tr><th>x</tr><tr><td><h4>a</h4><p>b<br>c</p><ul><li>d<li>e</ul>
    <pre>f|g\n  h</pre></td></tr></table>`);

  expect(markdown).toBe('| x |\n| --- |\n| **a**<br>b<br>c<br>- d<br>- e<br>`f\\|g`<br>`h` |');
});

test('layout tables and tables with a nested table become the blocks of their cells', () => {
  const nested = convert('<table><tr><td>a<table><tr><th>b</tr></table><td>c</tr></table>');
  const layout = convert('<table role="presentation"><tr><td>a<td><p>b</tr></table>');

  expect(nested).toBe('a\n\n| b |\n| --- |\n\nc');
  expect(layout).toBe('a\n\nb');
});

test('a colspan is limited to 100 columns', () => {
  expect(convert('<table><tr><td colspan="100000">a</tr></table>').length).toBeLessThan(2_000);
});

test('a table without cells is left out', () => {
  expect(convert('a<table><tr></tr></table>')).toBe('a');
});
