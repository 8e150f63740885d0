import { expect, test } from 'vitest';
import { addRow, changeCell, fillCells, moveColumn, moveRow, removeColumn } from './table-grid.ts';
import { changeTable, escapeCell, findTable, writeTable, type Grid, type TextTable } from './table-text.ts';

/** The place of the bar that is not escaped is the cursor: `^`. */
function findAt(marked: string): TextTable | undefined {
  return findTable(marked.replace('^', ''), marked.indexOf('^'));
}

test('reads the cells, the alignment and the cell at the cursor', () => {
  const table = findAt('Text\n\n| Day | *Fee* |\n| :-- | --: |\n| Mon | `a \\| b` [x^](/y) |\n| Tue\n\nText');

  expect(table?.rows).toEqual([
    ['Day', '*Fee*'],
    ['Mon', '`a \\| b` [x](/y)'],
    ['Tue', ''],
  ]);
  expect(table?.aligns).toEqual(['left', 'right']);
  expect(table?.place).toEqual({ row: 1, column: 1 });
});

test.each([
  ['a fence', '```\n| a | b |\n| - | - |\n| ^c | d |\n```'],
  ['a fence in a list', '- ~~~\n\n  | a |\n  | - |\n  | ^c |\n  ~~~'],
  ['the front matter', '---\ntitle: x\n| a |\n| - |\n| ^b |\n---\n\nText'],
  ['a line above a table', 'Te^xt\n| a |\n| - |'],
  ['an empty line below a table', '| a |\n| - |\n^\nText'],
  ['a heading below a table', '| a |\n| - |\n## T^ext'],
  ['the end tag of a component', '<Callout>\n\n| a |\n| - |\n</Cal^lout>'],
  ['a line that only looks like a header', '| a | b |\n| -^ |'],
  ['a table with a single carriage return in a cell', '| a |\n| - |\n| b\rc^ |'],
])('there is no table in %s', (_name, marked) => {
  expect(findAt(marked)).toBeUndefined();
});

test.each([
  ['a quote', '> | a |\n> | - |\n> | b^ |\n', '> | a |\n> | - |\n> | x |\n> | b |\n'],
  ['a list', '- | a |\n  | - |\n  | b^ |\n', '- | a |\n  | - |\n  | x |\n  | b |\n'],
  [
    'a component',
    '<Callout>\n| a |\n| - |\n| b^ |\n</Callout>\n',
    '<Callout>\n| a |\n| - |\n| x |\n| b |\n</Callout>\n',
  ],
  [
    'lines with CRLF',
    '| a |\r\n| - |\r\n| b^ |  \r\n\r\nText',
    '| a |\r\n| - |\r\n| x |\r\n| b |  \r\n\r\nText',
  ],
])('adds a row to a table in %s', (_name, marked, expected) => {
  const table = findAt(marked)!;

  expect(
    apply(marked.replace('^', ''), table, fillCells(addRow(table, 1), { row: 1, column: 0 }, [['x']])),
  ).toBe(expected);
});

test('keeps the lines of the rows and of the alignment that did not change', () => {
  const text = 'a   | b\n:---|--:\n  c|d |\n| e |\n| f | g |';
  const table = findTable(text, 0)!;

  expect(apply(text, table, moveRow(changeCell(table, { row: 1, column: 0 }, 'x|y'), 2, 3))).toBe(
    'a   | b\n:---|--:\n  | x\\|y | d |\n| f | g |\n| e |',
  );
  expect(changeTable(table, table)).toBeUndefined();
});

test('moves the alignment with its column', () => {
  const table = findAt('| a^ | b | c |\n| :- | - | :-: |\n| 1 | 2 | 3 |')!;

  expect(changeTable(table, moveColumn(table, 2, 0))).toBe(
    '| c | a | b |\n| :---: | :--- | --- |\n| 3 | 1 | 2 |',
  );
  expect(changeTable(table, removeColumn(table, 0))).toBe('| b | c |\n| --- | :---: |\n| 2 | 3 |');
});

test('cells that no column shows become visible, and none is lost', () => {
  const table = findAt('| a^ |\n| - |\n| 1 | 2 |')!;

  expect(changeTable(table, changeCell(table, { row: 0, column: 0 }, 'b'))).toBe(
    '| b |  |\n| --- | --- |\n| 1 | 2 |',
  );
});

test('writes a new table', () => {
  const rows = [
    ['Day', 'Fee'],
    ['Mon|Tue', ''],
  ];

  expect(writeTable({ aligns: [null, 'right'], rows })).toBe(
    '| Day | Fee |\n| --- | ---: |\n| Mon\\|Tue |  |',
  );
});

test('escapes a bar once, and makes line breaks spaces', () => {
  expect(escapeCell(' a|b\\|c\\\\|d `e|f` ')).toBe('a\\|b\\|c\\\\\\|d `e\\|f`');
  expect(escapeCell('one \r\n\ntwo')).toBe('one two');
});

function apply(source: string, table: TextTable, grid: Grid): string {
  return (
    source.slice(0, table.from) +
    (changeTable(table, grid) ?? source.slice(table.from, table.to)) +
    source.slice(table.to)
  );
}
