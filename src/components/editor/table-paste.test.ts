import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sizeOfFilled } from './table-grid.ts';
import { readPastedCells } from './table-paste.ts';

const read = (html: string, plain = '') => readPastedCells({ html, plain }, ['https://larkmoor.example']);
const file = (name: string) => readFileSync(`test/data/clipboard/${name}`, 'utf8');

test('cells of Excel and Google Sheets keep their links and line breaks', () => {
  expect(read(file('excel.html'), file('excel.txt'))).toEqual([
    ['Course', 'Credits', 'Fee'],
    ['Soil Science', '20', '£720'],
    ['[Groundwater](/courses/groundwater)', '10', '£1,360'],
  ]);
  expect(read(file('google-sheets.html')).at(-1)).toEqual(['', '[the calendar](/calendar)<br />has both']);
});

test('a table of Word fills cells, and one row is not taken for a header', () => {
  expect(
    read('<table><tr><td><b>Day</b></td><td>Fee</td></tr><tr><td>Mon</td><td>a|b</td></tr></table>'),
  ).toEqual([
    ['Day', 'Fee'],
    ['Mon', String.raw`a\|b`],
  ]);
  expect(read('<table><tr><td>Mon</td><td>1</td></tr></table>')).toEqual([['Mon', '1']]);
});

test('text in a sentence keeps its formatting, and paragraphs become the text of one cell', () => {
  expect(read('<b>Mon</b> {1}')).toEqual([[String.raw`**Mon** \{1\}`]]);
  expect(read('<p>One</p><p>Two</p>', 'One\r\n\r\nTwo\r\n')).toEqual([['One Two']]);
});

test('words of formatted text are not read as Markdown', () => {
  expect(read('<p>a < b</p><p>{x} *</p>', 'a < b\n{x} *')).toEqual([[String.raw`a \< b \{x\} \*`]]);
  expect(read('<p>x</p><table><tr><td>{</td><td><5</td></tr></table>', 'x\n{\t<5')).toEqual([
    ['x'],
    [String.raw`\{`, String.raw`\<5`],
  ]);
});

test('one long row does not make a huge table of many short ones', () => {
  const long = Array.from({ length: 200_000 }, () => ['']);

  expect(sizeOfFilled({ aligns: [null], rows: [['']] }, { row: 0, column: 0 }, [...long, ['', '']])).toEqual({
    columns: 2,
    rows: 200_001,
  });
});

test('cells around other text, as in a page of Word, come from the plain text', () => {
  const html = '<p>Fees</p><table><tr><td>Mon</td><td>1</td></tr><tr><td>Tue</td><td>2</td></tr></table>';

  expect(read(html, 'Fees\nMon\t1\nTue\t2\n')).toEqual([['Fees'], ['Mon', '1'], ['Tue', '2']]);
});

test.each([
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\t\n\tb',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  [
    '"a\nb"\t"say ""x"""\n"c" d\te',
    [
      ['a b', 'say "x"'],
      ['"c" d', 'e'],
    ],
  ],
  ['a\nb', [['a'], ['b']]],
  ['word', [['word']]],
  ['', [['']]],
  [
    '| a | b |\n| - | - |\n| c | d |\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
])('reads the plain text %j', (plain, expected) => {
  expect(read('', plain)).toEqual(expected);
});
