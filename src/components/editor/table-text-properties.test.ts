import fc from 'fast-check';
import { mdxToMdast } from 'satteri';
import { expect, test } from 'vitest';
import { features } from '#lib/content/checking/mdx-syntax.ts';
import { runsOf } from '#test/property-runs.ts';
import {
  addColumn,
  addRow,
  changeCell,
  fillCells,
  moveColumn,
  moveRow,
  removeColumn,
  removeRow,
} from './table-grid.ts';
import { changeTable, escapeCell, findTable, type Grid, type TextTable } from './table-text.ts';

const cell = fc.constantFrom(
  ...['', '', 'Soil', '**Fee**', '`a \\| b`', '[x](/y)', 'a \\| b', '\\\\', 'é 🌱', '£1,360', 'x  y', '`'],
  ...[
    '<Fee course="SOIL201" />',
    '{1}',
    'a\\',
    '-',
    '- x',
    ':-:',
    '# x',
    '```',
    '1. y',
    '&nbsp;',
    '"',
    '> q',
  ],
);
const typed = fc.oneof(
  cell,
  fc.constantFrom('|', 'a|b', '`x|y`', '\\|', '\\', ' one\ntwo ', '| |', '\\\\|', '---'),
);
const align = fc.constantFrom('---', ':--', '-:', ':-:', '-');
const open = fc.constantFrom('| ', '|', '', '  | ', '|   ');
const close = fc.constantFrom(' |', '|', '', ' |  ', ' | ');

/** A row that begins a list or a quote would take the next rows into its paragraph. */
function line(cells: readonly string[], start: string, end: string): string {
  const row = start + cells.join(' | ') + end;
  return /^[ ]*(?:-|1\.|>)[ \w]/.test(row) ? `|${row}` : row;
}

const tableLines = fc
  .integer({ min: 1, max: 4 })
  .chain((width) =>
    fc
      .tuple(
        fc.tuple(fc.array(cell, { minLength: width, maxLength: width }), open, close),
        fc.tuple(fc.array(align, { minLength: width, maxLength: width }), open, close),
        fc.array(fc.tuple(fc.array(cell, { minLength: 1, maxLength: 5 }), open, close), { maxLength: 4 }),
      )
      .map(([header, delimiters, rows]) => [header, delimiters, ...rows].map((parts) => line(...parts))),
  );
const otherLines = fc.constantFrom(
  ...[
    'Text  ',
    '## Heading',
    '| no | table |',
    '- item\n- other',
    '> quote',
    '---',
    '<Callout>\n\nText\n\n</Callout>',
  ],
  ...[
    '```\n| a | b |\n| - | - |\n| c | d |\n```',
    '~~~md\n| a |\n| - |\n~~~',
    'a | b\nc | d',
    '{/* note */}',
    '',
  ],
);
const block = fc
  .tuple(
    fc.oneof(
      { weight: 2, arbitrary: tableLines },
      { weight: 1, arbitrary: otherLines.map((text) => text.split('\n')) },
    ),
    fc.constantFrom(
      ['', ''],
      ['', ''],
      ['> ', '> '],
      ['- ', '  '],
      ['1. ', '   '],
      ['  ', '  '],
      ['> - ', '>   '],
      ['>', '>'],
    ),
  )
  .map(([lines, [first = '', rest = '']]) =>
    // Parsers disagree where a list begins or ends in the middle of a table.
    lines.map((each, index) => (index === 0 ? first : rest) + (/[-1]/.test(first) ? each.trimStart() : each)),
  );

/** Texts with tables in all places, and line ends of all kinds. */
const text = fc
  .tuple(
    fc.array(block, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('\n', '\r\n', undefined),
    fc.boolean(),
    fc.infiniteStream(fc.constantFrom('\n', '\r\n')),
  )
  .map(([blocks, end, isClosed, ends]) => {
    const lines = blocks.flatMap((each) => [...each, '']);
    const joined = lines.reduce((made, each) => made + each + (end ?? String(ends.next().value)), '');
    return isClosed ? joined : joined.trimEnd();
  });

/** An edit as the dialog makes them. */
type Edit = (grid: Grid) => Grid;

const edit = fc
  .tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat(), typed)
  .map(([kind, row, column, other, value]) => (grid: Grid): Grid => {
    const { length: height } = grid.rows;
    const { length: width } = grid.aligns;
    const at = { row: row % height, column: column % width };
    const edits = [
      () => changeCell(grid, at, value),
      () => addRow(grid, row % (height + 1)),
      () => addColumn(grid, column % (width + 1)),
      () => (height > 1 ? removeRow(grid, at.row) : grid),
      () => (width > 1 ? removeColumn(grid, at.column) : grid),
      () => moveRow(grid, at.row, other % height),
      () => moveColumn(grid, at.column, other % width),
      () => fillCells(grid, at, [[value, 'x'], ['y|z']]),
    ];
    return edits[kind % edits.length]?.() ?? grid;
  });

type Position = { start: { line: number }; end: { line: number } };
type Node = { type: string; children?: Node[]; position: Position };

/** Where the parser of the site finds tables; undefined if it refuses the text, or if the text has front matter. */
function parse(source: string): Position[] | undefined {
  const all = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(all)];
  if (source.startsWith('---')) return undefined;
  try {
    const nodes = all(mdxToMdast(source, { features }) as Node);
    return nodes.filter(({ type }) => type === 'table').map(({ position }) => position);
  } catch {
    return undefined;
  }
}

/** The offsets of the first characters of the lines. */
function lineStarts(source: string): number[] {
  return [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

const lineOf = (source: string, offset: number) => source.slice(0, offset).split('\n').length;

test('finds the tables that the parser of the site finds', () => {
  fc.assert(
    fc.property(text, (source) => {
      const expected = parse(source);
      fc.pre(expected !== undefined);
      const found = lineStarts(source).map((start) => {
        const table = findTable(source, start);
        return table && `${lineOf(source, table.from)}-${lineOf(source, table.to)}`;
      });
      expect(found).toEqual(
        found.map((_, index) => {
          const table = expected.find(({ start, end }) => start.line <= index + 1 && end.line >= index + 1);
          return table && `${table.start.line}-${table.end.line}`;
        }),
      );
    }),
    { numRuns: runsOf(1_000) },
  );
});

test('ten edits in each text change only their table, which then has the edited cells', () => {
  const runs = runsOf(1000);
  let changes = 0;
  fc.assert(
    fc.property(text, fc.nat(), fc.infiniteStream(edit), (source, place, edits) => {
      const starts = lineStarts(source);
      const tables = (parse(source) ?? []).filter(({ start }) =>
        findTable(source, starts[start.line - 1] ?? 0),
      );
      fc.pre(tables.length > 0);
      let written = source;
      let table = requireTable(source, starts[(tables[place % tables.length]?.start.line ?? 1) - 1] ?? 0);
      for (let left = 10; left > 0;) {
        const grid = (edits.next().value as Edit)(table);
        const changed = changeTable(table, grid);
        if (changed === undefined) continue;
        const old = written;
        written = written.slice(0, table.from) + changed + written.slice(table.to);
        const again = requireTable(written, table.from);
        expect(written.slice(0, again.from)).toBe(old.slice(0, table.from));
        expect(written.slice(again.to)).toBe(old.slice(table.to));
        expect(again.rows).toEqual(grid.rows.map((row) => row.map(escapeCell)));
        expect(again.aligns).toEqual(grid.aligns);
        table = again;
        changes += 1;
        left -= 1;
      }
    }),
    { numRuns: runs },
  );
  expect(changes).toBeGreaterThanOrEqual(10 * runs);
});

function requireTable(source: string, position: number): TextTable {
  const table = findTable(source, position);
  if (!table) throw new Error('there is no table');
  return table;
}
